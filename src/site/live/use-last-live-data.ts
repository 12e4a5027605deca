import { useState } from 'react'
import type { LiveState } from './live-store.ts'

/**
 * While another question is being answered, or could not be, the former answer stays (`kept`) with the time it was given:
 * the page does not jump, and nothing that is there is taken away.
 */
export function useLastLiveData<T>(state: LiveState<T>): LiveState<T> & { kept: boolean } {
  const [last, setLast] = useState({ data: state.data, at: state.at })
  if (state.data !== undefined && state.data !== last.data) setLast({ data: state.data, at: state.at })
  if (state.data !== undefined || last.data === undefined) return { ...state, kept: false }
  return { ...state, ...last, kept: true }
}
