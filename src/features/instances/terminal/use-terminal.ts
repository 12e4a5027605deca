import type { Terminal } from '@xterm/xterm'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { makeScreen } from './create-xterm.ts'
import { type KeptState, keepLine } from './reconnecting-terminal.ts'

interface Asked {
  /** Whether the instance can take a session now. */
  able: boolean
  onLeave: () => void
  onSearch: () => void
}

/**
 * A terminal drawn in `host` and connected to the instance for as long as it is shown. A session that ended leaves what it
 * wrote on the screen; one that the instance's stop ended is followed by a new one when it runs again.
 */
export function useTerminal(id: string, host: RefObject<HTMLDivElement | null>, { able, ...asked }: Asked) {
  const [state, setState] = useState<KeptState>({ at: 'connecting' })
  const [screen, setScreen] = useState<Terminal>()
  const line = useRef<ReturnType<typeof keepLine>>(null)
  const latest = useRef(asked)
  latest.current = asked

  useEffect(() => {
    if (!host.current) return
    const { terminal, dispose } = makeScreen(host.current, {
      onLeave: () => latest.current.onLeave(),
      onSearch: () => latest.current.onSearch(),
    })
    setScreen(terminal)
    line.current = keepLine(
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

  const was_able = useRef(able)
  useEffect(() => {
    if (able && !was_able.current) line.current?.again()
    was_able.current = able
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
