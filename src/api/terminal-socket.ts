import { terminalPong } from '#contract/instances.ts'
import { toApiUrl } from './api-host.ts'

export interface TerminalSocket {
  input: (data: string) => void
  resize: (cols: number, rows: number) => void
  /** Sends a ping, which the server itself answers, whatever the running program does. */
  ping: () => void
  close: () => void
}

interface TerminalListeners {
  onOpen: () => void
  onOutput: (bytes: Uint8Array) => void
  onPong?: (() => void) | undefined
  /** Not called after `close`. */
  onClose: (code: number) => void
}

/** A frame may hold 65,536 bytes and one escaped character may take six; larger pastes are split. */
const maxFrameCharacters = 8192

/** Splits between characters, never inside a surrogate pair. */
function splitText(text: string): string[] {
  const pieces: string[] = []
  for (let from = 0; from < text.length; ) {
    const high = /[\uD800-\uDBFF]/.test(text[from + maxFrameCharacters - 1] ?? '')
    const to = from + maxFrameCharacters - (high ? 1 : 0)
    pieces.push(text.slice(from, to))
    from = to
  }
  return pieces
}

/** Opens the WebSocket of a web terminal: text frames up, binary frames down (contract/instances.ts). */
export function openTerminalSocket(path: string, { onOpen, onOutput, onPong, onClose }: TerminalListeners): TerminalSocket {
  const address = new URL(toApiUrl(path), window.location.href)
  address.protocol = address.protocol.replace('http', 'ws')
  const socket = new WebSocket(address)
  socket.binaryType = 'arraybuffer'
  socket.onopen = onOpen
  socket.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data instanceof ArrayBuffer) onOutput(new Uint8Array(data))
    else if (data === terminalPong) onPong?.()
  }
  socket.onclose = ({ code }) => onClose(code)
  const send = (frame: object) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame))
  }
  return {
    input: (data) => {
      for (const piece of splitText(data)) send({ type: 'input', data: piece })
    },
    resize: (cols, rows) => send({ type: 'resize', cols, rows }),
    ping: () => send({ type: 'ping' }),
    close: () => {
      socket.onclose = null
      socket.onmessage = null
      socket.close()
    },
  }
}
