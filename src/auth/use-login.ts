import { useCallback, useEffect, useRef, useState } from 'react'
import type { LoginPort } from './login.effects.ts'
import { perform, refusalOf } from './login.effects.ts'
import { step } from './login.machine.ts'
import { type Field, initialState, type LoginEvent, type LoginState, type Mode } from './login.state.ts'
import { useCountdown } from './use-countdown.ts'

interface Options {
  mode: Mode
  only_register: boolean
  invite_code: string | null
  focus: (field: Field) => void
  onEntered: (message: string) => void
}

export type SendLogin = (event: LoginEvent) => void

/** Runs the login machine: holds its state and does what its steps ask for. What comes back after closing is dropped. */
export function useLogin({ mode, only_register, invite_code, focus, onEntered }: Options) {
  const [state, setState] = useState<LoginState>(() => initialState({ mode, only_register, invite_code }))
  const countdown = useCountdown(state.mode)
  const latest = useRef(state)
  const port = useRef<Omit<LoginPort, 'signal' | 'challenged'>>({ focus, start_countdown: countdown.start, entered: onEntered })
  const closed = useRef<AbortController>(null)

  useEffect(() => {
    port.current = { focus, start_countdown: countdown.start, entered: onEntered }
  })
  useEffect(() => {
    const controller = new AbortController()
    closed.current = controller
    return () => controller.abort()
  }, [])

  const send = useCallback<SendLogin>((event) => {
    const next = step(latest.current, event)
    latest.current = next.state
    setState(next.state)
    const signal = closed.current?.signal
    if (!signal) return
    for (const effect of next.effects) {
      const challenged = () => {
        if (!signal.aborted) send({ is: 'challenged' })
      }
      perform(effect, { ...port.current, challenged, signal })
        .catch((error: unknown): LoginEvent => ({ is: 'refused', refusal: refusalOf(error) }))
        .then((answer) => {
          if (answer && !signal.aborted) send(answer)
        })
    }
  }, [])

  useEffect(() => send({ is: 'mode_chosen', mode }), [mode, send])

  return { state, send, wait: countdown.left }
}
