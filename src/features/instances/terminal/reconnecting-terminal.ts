import { isPlatformUp } from '#src/api/is-platform-up.ts'
import { liveStream } from '#src/session/live-stream.ts'
import { openTerminalConnection, type TerminalConnectionState, type TerminalScreen } from './terminal-connection.ts'

/**
 * How it stands between a person and the instance. `waiting`: it broke off and is tried again in so many seconds. `silent`: it is
 * open, and nothing comes from the platform.
 */
export type ReconnectState = TerminalConnectionState | { at: 'waiting'; seconds: number; tries: number } | { at: 'silent' }

const maxWaitS = 30
/** 1, 2, 4 … 30 s after each try that came to nothing. */
export const computeRetryWait = (tries: number): number => Math.min(maxWaitS, 2 ** (tries - 1))

/** What is typed is on the screen sooner than this. */
const echoS = 3
const askEveryS = 5
/** How long a line may stay silent once the platform answers: it goes on when the system sends again what was held up. */
const silenceLimitS = 15

/** Shown on the screen where a new session begins below what the last one wrote. */
export const buildReconnectNotice = (unheard: boolean): Uint8Array =>
  new TextEncoder().encode(
    `\r\n\x1b[2m── 已重新连接，这是一个新的会话${unheard ? '；断线前最后的输入可能没有送达' : ''} ──\x1b[0m\r\n`,
  )

/**
 * A line that connects again by itself when it was lost: after a while, or as soon as the network is back. One that is only in
 * doubt is kept: with it the program in front would end.
 */
export function openReconnectingTerminal(id: string, screen: TerminalScreen, onState: (state: ReconnectState) => void) {
  let line: ReturnType<typeof openTerminalConnection> | undefined
  let at: ReconnectState['at'] = 'connecting'
  /** In this state; in `open` since something was typed, in `silent` since the platform answers. */
  let seconds = 0
  let tries = 0
  let opened = false
  /** Something was typed, and nothing has come since. */
  let unheard = false

  const enter = (state: ReconnectState) => {
    at = state.at
    onState(state)
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
    if (at === 'silent') enter({ at: 'open' })
  }
  const draw = (bytes: Uint8Array) => {
    heard()
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
    else enter(state)
  }
  /** Whether the platform answers; undefined when the line has meanwhile become another one. */
  const ask = async (): Promise<boolean | undefined> => {
    const asked = { line, at }
    const up = await isPlatformUp()
    return asked.line === line && asked.at === at ? up : undefined
  }
  const doubt = async () => {
    if (at !== 'open' && at !== 'connecting') return
    if ((await ask()) !== false) return
    if (at === 'connecting') {
      line?.close()
      return wait()
    }
    seconds = 0
    enter({ at: 'silent' })
    line?.ping()
  }
  /** A line that does not answer though the platform does has been forgotten on the way. */
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
    } else if (at === 'silent' && seconds % askEveryS === 0) void look()
    else if (at === 'open' && unheard && seconds === echoS) void doubt()
  }
  const pulse = setInterval(beat, 1000)
  const onOnline = () => {
    if (at === 'waiting') connect()
  }
  window.addEventListener('online', onOnline)
  window.addEventListener('offline', doubt)
  const unfollow = liveStream.lost.subscribe(() => {
    if (liveStream.lost.get()) void doubt()
    else onOnline()
  })
  connect()

  return {
    /** A key while it waits means: now. One that cannot arrive is not sent, and the state says so. */
    input: (data: string) => {
      if (at === 'waiting') return connect()
      if (at !== 'open') return
      if (!unheard) seconds = 0
      unheard = true
      line?.input(data)
    },
    resize: (cols: number, rows: number) => line?.resize(cols, rows),
    /** Connects at once, also after an end. */
    again: () => {
      tries = 0
      connect()
    },
    close: () => {
      clearInterval(pulse)
      window.removeEventListener('online', onOnline)
      window.removeEventListener('offline', doubt)
      unfollow()
      line?.close()
    },
  }
}
