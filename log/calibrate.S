// Calls of a method that does a little of one kind of work, with and without its probes: what the translator emits for
// a method with an empty frame, written by hand. Prototypes: log/calibrate.h. rdi: count, rsi: the method, rdx: memory.
//
// rbx counts, r12 is the method, r13 walks through the memory, r14 is its end.
    .intel_syntax noprefix
    .text

.macro LOOP name, callee
    LOOP_OF \name, call \callee
.endm

.macro LOOP_OF name, instruction:vararg
    .balign 64
    .globl \name
    .type \name, @function
\name:
    push rbx
    push r12
    push r13
    push r14
    push rbp
    mov rbx, rdi
    mov r12, rsi
    mov r13, rdx
    lea r14, [rdx + 0xff000]
1:  \instruction
    add r13, 4160
    cmp r13, r14
    jb 2f
    sub r13, 0xff000
2:  dec rbx
    jnz 1b
    pop rbp
    pop r14
    pop r13
    pop r12
    pop rbx
    ret
.endm

// The timed method and its twin. `body` is what it does between setting up its frame and the end; `align` and `skip`
// say where it begins.
.macro METHOD context, align, skip
    .balign \align
    .if \skip
    .skip \skip
    .endif
timed_\context:
    mov eax, r12d
    call [r15 + THREAD_ENTRY_TIME_ENTER]
    push rbp
    mov rbp, rsp
    body_\context
    pop rbp
    call [r15 + THREAD_ENTRY_TIME_LEAVE]
    ret
    .balign \align
    .if \skip
    .skip \skip
    .endif
bare_\context:
    push rbp
    mov rbp, rsp
    body_\context
    pop rbp
    ret
    LOOP calibrate_\context, timed_\context
    LOOP calibrate_\context\()_bare, bare_\context
.endm

.macro body_empty
.endm
.macro body_dependent
    mov rax, r13
    .rept 16
    imul rax, rax, 3
    .endr
.endm
.macro body_parallel
    .rept 12
    lea rax, [r13 + 1]
    lea rcx, [r13 + 2]
    lea rdx, [r13 + 3]
    lea rsi, [r13 + 4]
    .endr
.endm
.macro body_divide
    mov rax, r13
    xor edx, edx
    mov ecx, 7
    div rcx
    xor edx, edx
    div rcx
.endm
.macro body_missing
    mov rax, [r13]
    mov rcx, [r13 + 64]
.endm
.macro body_crossing
.endm

// The walk through the memory goes on when the work is done: the next call cannot begin its own before.
.macro body_chain
    mov rax, r13
    .rept 64
    imul rax, rax, 3
    .endr
    and eax, 0
    add r13, rax
.endm

// What methods do for the most part: work begins with what is read from a field, where the call before has left it, and
// its end is written there.
.macro STEP
    imul eax, eax, 31
    add eax, edi
.endm
.macro body_field
    mov eax, [rip + calibrate_scratch]
    .rept 16
    STEP
    .endr
    mov [rip + calibrate_scratch], eax
.endm
.macro body_callee
    lea rax, [rip + callee_at]
    call [rax]
.endm
.macro body_looped
    mov edi, 8
    counted_body
.endm
.macro body_counted
    mov edi, 8
    lea rax, [rip + counted_at]
    call [rax]
.endm
.macro body_calling
    body_counted
    body_callee
    body_counted
.endm
.macro body_wide
    .rept 120
    lea rax, [r13 + 1]
    lea rcx, [r13 + 2]
    lea rdx, [r13 + 3]
    lea rsi, [r13 + 4]
    .endr
.endm
// As if the thread had been away for a tick.
.macro body_left
    inc qword ptr [r15 + THREAD_OUTSIDE]
.endm
.macro body_hooked
    call calibrate_hook
.endm

// A method that is called, with the look at its stack's limit that translated code begins with.
.macro CALLEE name
\name:
    push rbp
    mov rbp, rsp
    cmp rsp, [r15 + THREAD_ACTIVATION]
    je 4f
    \name\()_body
4:  leave
    ret
.endm
.macro callee_body
    body_field
.endm
// As translated code has a loop, down from the product of an argument and a field.
.macro counted_body
    mov eax, [rip + calibrate_scratch]
    imul edi, [rip + counted_steps]
    test edi, edi
    jle 6f
5:  STEP
    add edi, -1
    cmp rsp, [r15 + THREAD_ACTIVATION]
    je 6f
    test edi, edi
    jg 5b
6:  mov [rip + calibrate_scratch], eax
.endm
    CALLEE callee
    CALLEE counted

    METHOD empty, 64, 0
    METHOD dependent, 64, 0
    METHOD parallel, 64, 0
    METHOD divide, 64, 0
    METHOD missing, 64, 0
    METHOD crossing, 4096, 4089
    METHOD chain, 64, 0
    METHOD field, 64, 0
    METHOD callee, 64, 0
    METHOD looped, 64, 0
    METHOD counted, 64, 0
    METHOD calling, 64, 0
    METHOD wide, 64, 0
    METHOD left, 64, 0
    METHOD hooked, 64, 0

// The probes of an inlined body, around the same work.
.macro INLINED context
.macro timed_within_\context
    mov r11d, r12d
    call [r15 + THREAD_ENTRY_INLINED_TIME_ENTER]
    body_\context
    mov r11d, r12d
    call [r15 + THREAD_ENTRY_INLINED_TIME_LEAVE]
.endm
    LOOP_OF calibrate_inlined_\context, timed_within_\context
    LOOP_OF calibrate_within_\context, body_\context
.endm
    INLINED empty
    INLINED chain
    INLINED field

entered:
    mov eax, r12d
    call [r15 + THREAD_ENTRY_TIME_ENTER]
    sub qword ptr [r15 + THREAD_ACTIVATION], 64
    ret
not_entered:
    sub qword ptr [r15 + THREAD_ACTIVATION], 0
    ret
    LOOP calibrate_enter, entered
    LOOP calibrate_enter_bare, not_entered

// The entry's slow path: calibrate_forget() makes the fast one miss.
entered_slowly:
    push rbp
    call calibrate_forget
    pop rbp
    mov eax, r12d
    call [r15 + THREAD_ENTRY_TIME_ENTER]
    sub qword ptr [r15 + THREAD_ACTIVATION], 64
    ret
not_entered_slowly:
    push rbp
    call calibrate_forget
    pop rbp
    sub qword ptr [r15 + THREAD_ACTIVATION], 0
    ret
    LOOP calibrate_slow, entered_slowly
    LOOP calibrate_slow_bare, not_entered_slowly

// The exit's path for long calls: calibrate_limit_low() makes every call one.
.macro LONG name, limit
timed_\name:
    push rbp
    call \limit
    pop rbp
    mov eax, r12d
    call [r15 + THREAD_ENTRY_TIME_ENTER]
    push rbp
    mov rbp, rsp
    pop rbp
    call [r15 + THREAD_ENTRY_TIME_LEAVE]
    ret
    LOOP calibrate_\name, timed_\name
.endm
    LONG long, calibrate_limit_low
    LONG short, calibrate_limit_high

timed_unwind:
    mov eax, r12d
    call [r15 + THREAD_ENTRY_TIME_ENTER]
    push rbp
    mov rbp, rsp
    lea rdi, [rbp + 16]
    call calibrate_unwound
    pop rbp
    ret
bare_unwind:
    push rbp
    mov rbp, rsp
    lea rdi, [rbp + 16]
    call calibrate_not_unwound
    pop rbp
    ret
    LOOP calibrate_unwind, timed_unwind
    LOOP calibrate_unwind_bare, bare_unwind

// One traced entry per round.
traced:
    mov r10d, 15 | 16 << 16
    mov r11d, r12d
    call [r15 + THREAD_ENTRY_TRACE_RECORD]
    ret
traced_within:
    mov r11d, r12d
    call [r15 + THREAD_ENTRY_INLINED_TRACE_ENTER]
    ret
bare:
    ret
// The inline record of an int, as log/inline.c writes it.
recorded:
    mov edi, r12d
    mov esi, ebx
1:  mov r10, [r15 + THREAD_LOG_NEXT]
    lea r11, [r10 + 16]
    cmp r11, [r15 + THREAD_LOG_END]
    jbe 2f
    call [r15 + THREAD_ENTRY_LOG_SLOW]
    test eax, eax
    jnz 1b
    jmp 3f
2:  rdtsc
    shl rdx, 32
    or rax, rdx
    mov [r10], rax
    mov [r10 + 8], di
    mov word ptr [r10 + 10], 18
    mov [r10 + 12], esi
    mov [r15 + THREAD_LOG_NEXT], r11
    add r11, [r15 + THREAD_LOG_HEAD_BIAS]
    mov r10, [r15 + THREAD_LOG_HEAD_AT]
    mov [r10], r11
    add qword ptr [r15 + THREAD_INSTRUMENT], 0
3:  ret
    LOOP calibrate_trace, traced
    LOOP calibrate_inlined_trace, traced_within
    LOOP calibrate_record, recorded
    LOOP calibrate_loop_bare, bare
    LOOP_OF calibrate_loop_empty

    .section .rodata
    .balign 8
callee_at:
    .quad callee
counted_at:
    .quad counted
counted_steps:
    .long 4

    .section .note.GNU-stack, "", @progbits
