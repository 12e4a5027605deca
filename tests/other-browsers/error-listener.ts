import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface HeardWindow extends Window {
  heardErrors: string[]
}

const scriptPath = '/heard-errors.js'

/** The first script of each page. */
function hearErrors(): void {
  const heard: string[] = []
  const say = console.error
  Object.assign(window, { heardErrors: heard })
  console.error = (...words: unknown[]) => {
    heard.push(words.map(String).join(' '))
    say(...words)
  }
  window.addEventListener('error', ({ message }) => heard.push(message))
  window.addEventListener('unhandledrejection', ({ reason }) => heard.push(String(reason)))
}

async function passOn(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  const { 'content-length': _length, ...headers } = answer.headers
  if (!headers['content-type']?.startsWith('text/html')) {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
    return
  }
  response.writeHead(answer.statusCode ?? 502, headers)
  response.end((await text(answer)).replace('<head>', `<head><script src="${scriptPath}"></script>`))
}

/** Plain WebDriver tells nothing of the console: stands before the server, and gives each page a script that keeps what went wrong. */
export async function listenForErrors(server: string): Promise<{ origin: string; close(): void }> {
  const proxy = createServer((asked, response) => {
    if (asked.url === scriptPath) {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(`(${hearErrors})()`)
      return
    }
    const headers = { ...asked.headers, 'accept-encoding': 'identity' }
    const onward = request(`${server}${asked.url}`, { method: asked.method, headers }, (answer) => void passOn(answer, response))
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    asked.pipe(onward)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      proxy.close()
      proxy.closeAllConnections()
    },
  }
}
