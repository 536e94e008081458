// Where finished translations go: code into the range of code, through its writable alias; tables into class data; both
// belong to the owner of the method's class. See translator/codespace.h.
#include "translator/codespace.h"

#include "kernel/code/kept.h"
#include "kernel/core/machine.h"
#include "kernel/core/options.h"
#include "kernel/memory/owner.h"

u64 codespace_reserve(const struct method *method, u32 bytes) { return owner_alloc_code(method->holder->owner, bytes); }

u8 *codespace_writable(u64 address) { return machine_code_alias(address); }

// x86 keeps instruction fetch coherent with stores through any mapping of the page (SDM 3A, 11.6): the processor that
// has stored the code runs it by a jump that comes later. Addresses that have been executed before are used again only
// after a full collection, which runs with the others stopped: each of them executes an instruction that serializes
// before it goes on (kernel_forget_code), and the collecting one stores the new code itself or is told of it by a lock.
void codespace_publish(u64 address, u32 bytes) { (void)address, (void)bytes; }

void *codespace_table(const struct method *method, size_t bytes) { return owner_alloc(method->holder->owner, bytes); }

bool code_is_for_several(void) { return machine.cpu_count > 1 || option_number(&machine_options, "keep-several", 0); }
