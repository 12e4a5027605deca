import { type LineState, openLine, type Screen } from './terminal-line.ts'

/** How it stands between a person and the instance; `waiting`: it broke off and is tried again in so many seconds. */
export type KeptState = LineState | { at: 'waiting'; seconds: number; tries: number }

const longest_s = 30
/** 1, 2, 4 … 30 s after each try that came to nothing. */
export const waitOf = (tries: number): number => Math.min(longest_s, 2 ** (tries - 1))

/** Shown on the screen where a new session begins below what the last one wrote. */
export const anew = new TextEncoder().encode('\r\n\x1b[2m── 已重新连接，这是一个新的会话 ──\x1b[0m\r\n')

/** A line that connects again by itself when it was lost: after a while, or as soon as the network is back. */
export function keepLine(id: string, screen: Screen, onState: (state: KeptState) => void) {
  let line: ReturnType<typeof openLine> | undefined
  let timer: ReturnType<typeof setInterval> | undefined
  let tries = 0
  let opened = false

  const connect = () => {
    clearInterval(timer)
    timer = undefined
    line?.close()
    line = openLine(id, screen, hear)
  }
  const wait = () => {
    tries += 1
    let seconds = waitOf(tries)
    onState({ at: 'waiting', seconds, tries })
    timer = setInterval(() => {
      seconds -= 1
      if (seconds > 0) onState({ at: 'waiting', seconds, tries })
      else connect()
    }, 1000)
  }
  const hear = (state: LineState) => {
    if (state.at === 'open') {
      if (opened) screen.write(anew)
      opened = true
      tries = 0
    }
    if (state.at === 'closed' && state.lost) wait()
    else onState(state)
  }
  const onOnline = () => {
    if (timer) connect()
  }
  // A network that is gone says nothing: without this, the line would look alive for minutes.
  const onOffline = () => {
    if (timer) return
    line?.close()
    wait()
  }
  window.addEventListener('online', onOnline)
  window.addEventListener('offline', onOffline)
  connect()

  return {
    /** A key while it waits means: now. */
    input: (data: string) => (timer ? connect() : line?.input(data)),
    resize: (cols: number, rows: number) => line?.resize(cols, rows),
    /** Connects at once, also after an end. */
    again: () => {
      tries = 0
      connect()
    },
    close: () => {
      clearInterval(timer)
      window.removeEventListener('online', onOnline)
      window.removeEventListener('offline', onOffline)
      line?.close()
    },
  }
}
