import type { ServerResponse } from 'node:http'

const pageStyle = `:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/1.7 system-ui,"PingFang SC","Microsoft YaHei",sans-serif;background:Canvas;color:CanvasText}
main{max-width:30rem;padding:2rem 1.5rem}h1{font-size:1.5rem;line-height:1.3;margin:0 0 .75rem}p{margin:0 0 1rem}code{font:.95em ui-monospace,monospace;background:color-mix(in srgb,CanvasText 8%,Canvas);border-radius:4px;padding:.5em .75em;display:block;overflow-wrap:anywhere}
a{color:LinkText}footer{margin-top:2rem;font-size:.875rem;opacity:.7}`

/** Reasons why a page of an instance cannot be shown. `code` is text. */
export interface GatewayErrorPage {
  status: number
  title: string
  words: string
  code?: string
}

export const gatewayErrorPages = {
  signed_out: {
    status: 401,
    title: '请从控制台打开',
    words: '这个链接需要从控制台的实例页面打开。登录已过期，或链接不是在这个浏览器里打开的。',
  },
  used_ticket: { status: 401, title: '链接已失效', words: '从控制台打开的地址只能用一次，30 秒内有效。请回到实例页面重新打开。' },
  not_running: { status: 503, title: '实例不在运行', words: '开机并进入「运行中」后，重新打开这个页面。' },
  unreachable: { status: 503, title: '暂时连不上实例', words: '计算节点暂时没有应答，请稍后刷新。' },
  broken: { status: 502, title: '程序没有正常应答', words: '端口上的程序断开了连接，或说的不是 HTTP。请在终端里查看它的输出。' },
  elsewhere: { status: 403, title: '请求被拒绝', words: '这个请求来自其他网站的页面，不能替你使用实例里的程序。' },
  unknown: { status: 404, title: '没有这个地址', words: '请从控制台的实例页面打开端口链接。' },
} as const satisfies Record<string, GatewayErrorPage>

export const buildClosedPortPage = (port: number): GatewayErrorPage => ({
  status: 502,
  title: `${port} 端口没有程序在监听`,
  words: '请在实例里启动程序，让它监听这个端口，然后刷新。例如：',
  code: port === 6006 ? 'tensorboard --logdir /workspace/runs --bind_all --port 6006' : `python -m http.server ${port}`,
})

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Sends our own error page on the link's origin; programs get the same text as plain text. */
export function sendErrorPage(
  response: ServerResponse,
  { status, title, words, code }: GatewayErrorPage,
  { html, brand, console_url: consoleUrl }: { html: boolean; brand: string; console_url: string | undefined },
): void {
  if (response.headersSent) return void response.destroy()
  const headers = {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
  if (!html) {
    response.writeHead(status, { ...headers, 'content-type': 'text/plain; charset=utf-8' })
    return void response.end(`${title}。${words}${code ?? ''}\n`)
  }
  response.writeHead(status, { ...headers, 'content-type': 'text/html; charset=utf-8' })
  const link = consoleUrl ? `<p><a href="${escapeHtml(consoleUrl)}">打开控制台</a></p>` : ''
  response.end(
    `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${pageStyle}</style></head>` +
      `<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(words)}</p>${code ? `<p><code>${escapeHtml(code)}</code></p>` : ''}${link}<footer>${escapeHtml(brand)}</footer></main></body></html>`,
  )
}
