import { isPlatformUp } from '#src/api/is-platform-up.ts'
import { liveStream } from '#src/session/live-stream.ts'
import { openTerminalConnection, type TerminalConnectionState, type TerminalScreen } from './terminal-connection.ts'

/**
 * Connection state. `waiting`: the connection was lost, and the next retry is in the given number of seconds. `silent`: the
 * socket is open, but a loss was reported and no ping has been answered since. `reconnecting`: `connecting` after a session.
 */
export type ReconnectState =
  | TerminalConnectionState
  | { at: 'waiting'; seconds: number; tries: number }
  | { at: 'silent' }
  | { at: 'reconnecting' }

const maxWaitS = 30
/** Returns the retry delay: 1, 2, 4 … 30 s, doubled after each failed attempt. */
export const computeRetryWait = (tries: number): number => Math.min(maxWaitS, 2 ** (tries - 1))

/** Seconds within which typed input is normally echoed. */
const echoS = 3
const askEveryS = 5
/** Ticks of a second within which a ping is normally answered; until then a doubt is not shown, and what is typed is held. */
const heldTicks = 2
/** Seconds a connection may stay silent once the platform is reachable; it recovers when TCP retransmits the delayed data. */
const silenceLimitS = 15

/** Notice on the screen that separates a new session from the output of the previous one. */
export const buildReconnectNotice = (unheard: boolean): Uint8Array =>
  new TextEncoder().encode(
    `\r\n\x1b[2m── 已重新连接，这是一个新的会话${unheard ? '；断线前最后的输入可能没有送达' : ''} ──\x1b[0m\r\n`,
  )

/**
 * Opens a terminal that reconnects after a lost connection: after a delay, or as soon as the network is back. A connection that
 * is only suspected dead is kept, because closing it would end the foreground program.
 */
export function openReconnectingTerminal(id: string, screen: TerminalScreen, onState: (state: ReconnectState) => void) {
  let line: ReturnType<typeof openTerminalConnection> | undefined
  let at: ReconnectState['at'] = 'connecting'
  /** Seconds in this state; in `open` since the first unanswered input, in `silent` since the platform answers again. */
  let seconds = 0
  let tries = 0
  let opened = false
  /** Input was sent or dropped, and nothing has arrived since. */
  let unheard = false
  /** What was typed since a doubt arose, while it is not shown. */
  let held: { text: string; ticks: number } | undefined

  const enter = (state: ReconnectState) => {
    held = undefined
    at = state.at
    onState(state)
  }
  const send = (data: string) => {
    if (!unheard) seconds = 0
    unheard = true
    line?.input(data)
  }
  const connect = () => {
    line?.close()
    line = openTerminalConnection(id, { ...screen, write: draw }, hear, heard)
  }
  const wait = () => {
    tries += 1
    seconds = 0
    enter({ at: 'waiting', seconds: computeRetryWait(tries), tries })
  }
  const heard = () => {
    unheard = false
    if (at !== 'silent') return
    const text = held?.text
    enter({ at: 'open' })
    if (text) send(text)
  }
  /** Output may have been on its way since before the loss; only the answer to a ping ends `silent`. */
  const draw = (bytes: Uint8Array) => {
    if (at === 'silent') seconds = 0
    else unheard = false
    screen.write(bytes)
  }
  const hear = (state: TerminalConnectionState) => {
    if (state.at === 'open') {
      if (opened) screen.write(buildReconnectNotice(unheard))
      opened = true
      unheard = false
      tries = 0
    }
    if (state.at === 'closed' && state.lost) wait()
    else enter(state.at === 'connecting' && opened ? { at: 'reconnecting' } : state)
  }
  /** Checks whether the platform answers; undefined if the connection was replaced meanwhile. */
  const ask = async (): Promise<boolean | undefined> => {
    const asked = { line, at }
    const up = await isPlatformUp()
    return asked.line === line && asked.at === at ? up : undefined
  }
  const pause = () => {
    seconds = 0
    enter({ at: 'silent' })
    line?.ping()
  }
  const doubt = async () => {
    if ((await ask()) !== false) return
    if (at === 'open') return pause()
    line?.close()
    wait()
  }
  /** Stops sending before anything is asked: what is sent meanwhile would arrive when the network is back. */
  const onLost = () => {
    if (at === 'open') {
      seconds = 0
      at = 'silent'
      held = { text: '', ticks: 0 }
      line?.ping()
    } else if (at === 'connecting' || at === 'reconnecting') void doubt()
  }
  /** A connection that stays silent although the platform answers was dropped on the way. */
  const look = async () => {
    const up = await ask()
    if (up === false) seconds = 0
    else if (up && seconds >= silenceLimitS) connect()
  }
  const beat = () => {
    seconds += 1
    if (at === 'waiting') {
      const left = computeRetryWait(tries) - seconds
      if (left > 0) onState({ at, seconds: left, tries })
      else connect()
    } else if (held) {
      held.ticks += 1
      if (held.ticks < heldTicks) return
      unheard ||= held.text !== ''
      enter({ at: 'silent' })
    } else if (at === 'silent' && seconds % askEveryS === 0) void look()
    else if (at === 'open' && unheard && seconds === echoS) void doubt()
  }
  const pulse = setInterval(beat, 1000)
  const onOnline = () => {
    if (at === 'waiting') connect()
  }
  window.addEventListener('online', onOnline)
  window.addEventListener('offline', onLost)
  const unfollow = liveStream.lost.subscribe(() => {
    if (liveStream.lost.get()) onLost()
    else onOnline()
  })
  connect()

  return {
    /**
     * Input that cannot be delivered is dropped, and the state shows that. Enter while waiting triggers an immediate retry; other
     * keys do not, because the rest of the line would reach the new session.
     */
    input: (data: string) => {
      if (at === 'waiting' && data === '\r') return connect()
      if (at === 'open') send(data)
      else if (held) held.text += data
    },
    resize: (cols: number, rows: number) => line?.resize(cols, rows),
    /** Reconnects immediately, also after the session has ended. */
    again: () => {
      tries = 0
      connect()
    },
    close: () => {
      clearInterval(pulse)
      window.removeEventListener('online', onOnline)
      window.removeEventListener('offline', onLost)
      unfollow()
      line?.close()
    },
  }
}
