import type { Terminal } from '@xterm/xterm'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { createXterm } from './create-xterm.ts'
import { openReconnectingTerminal, type ReconnectState } from './reconnecting-terminal.ts'

interface TerminalOptions {
  /** Whether the instance can accept a session now. */
  able: boolean
  onLeave: () => void
  onSearch: () => void
}

/**
 * Renders a terminal in `host`, connected to the instance while it is displayed. Output of an ended session stays on the screen;
 * if the session ended because the instance stopped, a new one opens when it runs again.
 */
export function useTerminal(id: string, host: RefObject<HTMLDivElement | null>, { able, ...asked }: TerminalOptions) {
  const [state, setState] = useState<ReconnectState>({ at: 'connecting' })
  const [screen, setScreen] = useState<Terminal>()
  const line = useRef<ReturnType<typeof openReconnectingTerminal>>(null)
  const latest = useRef(asked)
  latest.current = asked

  useEffect(() => {
    if (!host.current) return
    const { terminal, dispose } = createXterm(host.current, {
      onLeave: () => latest.current.onLeave(),
      onSearch: () => latest.current.onSearch(),
    })
    setScreen(terminal)
    line.current = openReconnectingTerminal(
      id,
      { size: () => ({ cols: terminal.cols, rows: terminal.rows }), write: (bytes) => terminal.write(bytes) },
      setState,
    )
    terminal.onData((data) => line.current?.input(data))
    terminal.onResize(({ cols, rows }) => line.current?.resize(cols, rows))
    terminal.focus()
    return () => {
      line.current?.close()
      line.current = null
      setScreen(undefined)
      dispose()
    }
  }, [id, host])

  const wasAble = useRef(able)
  useEffect(() => {
    if (able && !wasAble.current) line.current?.again()
    wasAble.current = able
  }, [able])

  const reconnect = useCallback(() => {
    line.current?.again()
    screen?.focus()
  }, [screen])
  const press = useCallback(
    (data: string) => {
      line.current?.input(data)
      screen?.focus()
    },
    [screen],
  )
  const focus = useCallback(() => screen?.focus(), [screen])
  return { state, screen, reconnect, press, focus }
}
