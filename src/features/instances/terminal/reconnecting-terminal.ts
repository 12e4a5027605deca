import { isPlatformUp } from '#src/api/is-platform-up.ts'
import { live_stream } from '#src/session/live-stream.ts'
import { type LineState, openLine, type Screen } from './terminal-connection.ts'

/**
 * How it stands between a person and the instance. `waiting`: it broke off and is tried again in so many seconds. `silent`: it is
 * open, and nothing comes from the platform.
 */
export type KeptState = LineState | { at: 'waiting'; seconds: number; tries: number } | { at: 'silent' }

const longest_s = 30
/** 1, 2, 4 … 30 s after each try that came to nothing. */
export const waitOf = (tries: number): number => Math.min(longest_s, 2 ** (tries - 1))

/** What is typed is on the screen sooner than this. */
const echo_s = 3
const ask_every_s = 5
/** How long a line may stay silent once the platform answers: it goes on when the system sends again what was held up. */
const last_chance_s = 15

/** Shown on the screen where a new session begins below what the last one wrote. */
export const anew = (unheard: boolean): Uint8Array =>
  new TextEncoder().encode(
    `\r\n\x1b[2m── 已重新连接，这是一个新的会话${unheard ? '；断线前最后的输入可能没有送达' : ''} ──\x1b[0m\r\n`,
  )

/**
 * A line that connects again by itself when it was lost: after a while, or as soon as the network is back. One that is only in
 * doubt is kept: with it the program in front would end.
 */
export function keepLine(id: string, screen: Screen, onState: (state: KeptState) => void) {
  let line: ReturnType<typeof openLine> | undefined
  let at: KeptState['at'] = 'connecting'
  /** In this state; in `open` since something was typed, in `silent` since the platform answers. */
  let seconds = 0
  let tries = 0
  let opened = false
  /** Something was typed, and nothing has come since. */
  let unheard = false

  const enter = (state: KeptState) => {
    at = state.at
    onState(state)
  }
  const connect = () => {
    line?.close()
    line = openLine(id, { ...screen, write: draw }, hear, heard)
  }
  const wait = () => {
    tries += 1
    seconds = 0
    enter({ at: 'waiting', seconds: waitOf(tries), tries })
  }
  const heard = () => {
    unheard = false
    if (at === 'silent') enter({ at: 'open' })
  }
  const draw = (bytes: Uint8Array) => {
    heard()
    screen.write(bytes)
  }
  const hear = (state: LineState) => {
    if (state.at === 'open') {
      if (opened) screen.write(anew(unheard))
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
    else if (up && seconds >= last_chance_s) connect()
  }
  const beat = () => {
    seconds += 1
    if (at === 'waiting') {
      const left = waitOf(tries) - seconds
      if (left > 0) onState({ at, seconds: left, tries })
      else connect()
    } else if (at === 'silent' && seconds % ask_every_s === 0) void look()
    else if (at === 'open' && unheard && seconds === echo_s) void doubt()
  }
  const pulse = setInterval(beat, 1000)
  const onOnline = () => {
    if (at === 'waiting') connect()
  }
  window.addEventListener('online', onOnline)
  window.addEventListener('offline', doubt)
  const unfollow = live_stream.lost.subscribe(() => {
    if (live_stream.lost.get()) void doubt()
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
