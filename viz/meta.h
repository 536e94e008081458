// Reads single members of DIR/meta.json, which `gnomon run` writes.
#ifndef VIZ_META_H
#define VIZ_META_H

// The text member NAME of the top-level object, to be freed by the caller; "" if there is no such file or member.
char *meta_text(const char *path, const char *name);

#endif
