// The texts of file errors. See kernel/files/files.h.
#include "kernel/files/files.h"

const char *file_error_text(int error) {
    switch (error) {
    case FILE_NOT_PERMITTED: return "Operation not permitted";
    case FILE_NOT_FOUND: return "No such file or directory";
    case FILE_INTERRUPTED: return "Interrupted system call";
    case FILE_NO_DEVICE: return "No such device or address";
    case FILE_BAD: return "Bad file descriptor";
    case FILE_AGAIN: return "Resource temporarily unavailable";
    case FILE_NO_MEMORY: return "Cannot allocate memory";
    case FILE_DENIED: return "Permission denied";
    case FILE_BAD_ADDRESS: return "Bad address";
    case FILE_EXISTS: return "File exists";
    case FILE_NOT_DIRECTORY: return "Not a directory";
    case FILE_IS_DIRECTORY: return "Is a directory";
    case FILE_INVALID: return "Invalid argument";
    case FILE_TOO_MANY_IN_ALL: return "Too many open files in system";
    case FILE_TOO_MANY: return "Too many open files";
    case FILE_TOO_LARGE: return "File too large";
    case FILE_NO_SPACE: return "No space left on device";
    case FILE_NOT_SEEKABLE: return "Illegal seek";
    case FILE_BROKEN_PIPE: return "Broken pipe";
    case FILE_NAME_TOO_LONG: return "File name too long";
    case FILE_NO_SUCH_CALL: return "Function not implemented";
    case FILE_NOT_EMPTY: return "Directory not empty";
    case FILE_TOO_MANY_LINKS: return "Too many levels of symbolic links";
    case FILE_NOT_SUPPORTED: return "Operation not supported";
    case FILE_NOT_SOCKET: return "Socket operation on non-socket";
    case FILE_MESSAGE_TOO_LONG: return "Message too long";
    case FILE_NO_SUCH_OPTION: return "Protocol not available";
    case FILE_FAMILY_NOT_SUPPORTED: return "Address family not supported by protocol";
    case FILE_ADDRESS_IN_USE: return "Address already in use";
    case FILE_ADDRESS_NOT_AVAILABLE: return "Cannot assign requested address";
    case FILE_NET_UNREACHABLE: return "Network is unreachable";
    case FILE_CONNECTION_RESET: return "Connection reset by peer";
    case FILE_NO_BUFFERS: return "No buffer space available";
    case FILE_IS_CONNECTED: return "Transport endpoint is already connected";
    case FILE_NOT_CONNECTED: return "Transport endpoint is not connected";
    case FILE_TIMED_OUT: return "Connection timed out";
    case FILE_HOST_UNREACHABLE: return "No route to host";
    case FILE_REFUSED: return "Connection refused";
    case FILE_IN_PROGRESS: return "Operation now in progress";
    default: return "Input/output error";
    }
}
