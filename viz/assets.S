// The page's style and script, as text inside the tool, each with a zero byte behind it.
    .section .rodata
    .globl asset_page_css, asset_page_js
asset_page_css:
    .incbin "viz/html/page.css"
    .byte 0
asset_page_js:
    .incbin "viz/html/page.js"
    .byte 0
    .section .note.GNU-stack, "", @progbits
