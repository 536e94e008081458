// The page's style and script, as text inside the tool, each with a zero byte behind it. The script's parts use the
// names of those before them.
    .section .rodata
    .globl asset_page_css, asset_page_js, asset_diff_js
asset_page_css:
    .incbin "viz/html/page.css"
    .byte 0
asset_page_js:
    .incbin "viz/html/base.js"
    .incbin "viz/html/timeline_data.js"
    .incbin "viz/html/timeline_draw.js"
    .incbin "viz/html/timeline_input.js"
    .incbin "viz/html/pictures.js"
    .incbin "viz/html/flame.js"
    .incbin "viz/html/tables.js"
    .incbin "viz/html/page.js"
    .byte 0
asset_diff_js:
    .incbin "viz/html/base.js"
    .incbin "viz/html/pictures.js"
    .incbin "viz/html/diff.js"
    .byte 0
    .section .note.GNU-stack, "", @progbits
