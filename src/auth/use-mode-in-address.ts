import { useEffect, useRef } from 'react'
import type { LoginMode, LoginState } from './login.state.ts'

/** Modes that an address can express; reset and binding have none (requirements §2). */
type AddressMode = 'login' | 'register'

/**
 * Keeps the address in sync with the tab, so that a reload restores it: `named` is the mode in the address, `show` changes it.
 * Does not change the address while a call is running, because the redirect after login may have started.
 */
export function useModeInAddress({ mode, phase }: LoginState, named: LoginMode | null, show: (mode: AddressMode) => void): void {
  const latest = useRef(show)
  useEffect(() => {
    latest.current = show
  })
  useEffect(() => {
    if (phase !== 'editing' || named === null || named === mode || !(mode === 'login' || mode === 'register')) return
    latest.current(mode)
  }, [mode, phase, named])
}
