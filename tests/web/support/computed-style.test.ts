import { describe, expect, it } from 'vitest'
import { getFastComputedStyle, getJsdomStyle } from './computed-style.ts'

const page = `
  <p>plain <b>bold</b></p> <div hidden><i>within hidden</i></div> <div style="display: none"><i>within none</i></div>
  <div style="display: flex" hidden></div> <div style="display: inherit"></div> <section style="visibility: hidden"><p><b></b></p>
    <p style="visibility: visible"><b></b></p> <p style="visibility: inherit"></p></section>
  <div style="pointer-events: none"><button>x</button><a href="/" style="pointer-events: auto">y</a></div>
  <div style="opacity: 0"><b></b></div> <div style="opacity: 0.5; color: red"></div> <div popover>p</div>
  <dialog>closed</dialog> <dialog open><p>open</p></dialog> <input> <input type="hidden"> <input type="HIDDEN"> <template></template>
  <table><thead hidden><tr><th>a</th></tr></thead><tbody><tr hidden><td>b</td></tr><tr><td>c</td></tr></tbody></table>
  <details><summary>s</summary>d</details> <ul><li>e</li></ul> <svg><title>t</title><style></style><g visibility="hidden"></g></svg>
  <script type="text/plain"></script> <select><option>o</option></select> <embed hidden> <noscript></noscript> <img alt=""> <custom-tag></custom-tag>`

describe('The style of elements in tests', () => {
  it('is what jsdom says, of all that is asked often', () => {
    const root = document.body.appendChild(document.createElement('main'))
    root.innerHTML = page
    const properties = ['display', 'opacity', 'visibility', 'pointer-events', 'color', 'position'] as const
    const read = (ask: (element: Element) => CSSStyleDeclaration) =>
      [...document.querySelectorAll('*')].map((element) => [
        element.outerHTML,
        ...properties.map((property) => ask(element).getPropertyValue(property)),
        ask(element).pointerEvents,
        ask(element).display,
      ])
    expect(read(getFastComputedStyle)).toEqual(read(getJsdomStyle))
  })
})
