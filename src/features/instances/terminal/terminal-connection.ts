import { terminalCloseCodes } from '#contract/instance-access.ts'
import { instances } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import { isApiError } from '#src/api/api-error.ts'
import { callEndpoint } from '#src/api/call.ts'
import { openTerminalSocket, type TerminalSocket } from '#src/api/terminal-socket.ts'

/** `lost`: the connection broke, and a reconnect is worth trying. Other ends mean that the session ended or was refused. */
export type TerminalConnectionState = { at: 'connecting' } | { at: 'open' } | { at: 'closed'; why: string; lost: boolean }

/** The screen a session writes to. */
export interface TerminalScreen {
  size: () => { cols: number; rows: number }
  write: (bytes: Uint8Array) => void
}

const closeReasons: Record<number, string> = {
  [terminalCloseCodes.ended]: '会话已结束。重新连接会打开一个新的会话。',
  [terminalCloseCodes.refused]: '终端凭据已失效，或实例不在运行。请重新连接。',
  [terminalCloseCodes.too_many]: `同时打开的终端最多 ${limits.terminalsMax} 个，请先关闭不用的，再重新连接。`,
  [terminalCloseCodes.unavailable]: '终端暂时不可用，请稍后重新连接。',
}
const lostText = '连接已断开，请检查网络后重新连接。'

export const formatCloseReason = (code: number): string => closeReasons[code] ?? lostText
const isLost = (code: number): boolean =>
  ![terminalCloseCodes.ended, terminalCloseCodes.refused, terminalCloseCodes.too_many].some((known) => known === code)

/**
 * Opens one session: requests a ticket from the API, then opens the socket. Input can be sent as soon as the socket is open.
 * Calls `onPong` when the answer to a ping arrives.
 */
export function openTerminalConnection(
  id: string,
  screen: TerminalScreen,
  onState: (state: TerminalConnectionState) => void,
  onPong?: () => void,
) {
  const abort = new AbortController()
  let socket: TerminalSocket | null = null

  const open = async () => {
    const { data } = await callEndpoint(instances.terminal_ticket, { params: { id } }, { signal: abort.signal })
    if (abort.signal.aborted) return
    socket = openTerminalSocket(data.path, {
      onOpen: () => {
        const { cols, rows } = screen.size()
        socket?.resize(cols, rows)
        onState({ at: 'open' })
      },
      onOutput: screen.write,
      onPong,
      onClose: (code) => {
        socket = null
        onState({ at: 'closed', why: formatCloseReason(code), lost: isLost(code) })
      },
    })
  }
  onState({ at: 'connecting' })
  open().catch((error: unknown) => {
    if (abort.signal.aborted) return
    const refused = isApiError(error) && error.status >= 400 && error.status < 500
    onState({ at: 'closed', why: isApiError(error) ? error.message : lostText, lost: !refused })
  })

  return {
    input: (data: string) => socket?.input(data),
    resize: (cols: number, rows: number) => socket?.resize(cols, rows),
    ping: () => socket?.ping(),
    close: () => {
      abort.abort()
      socket?.close()
      socket = null
    },
  }
}
