import { useState } from 'react'
import type { LiveState } from './live-store.ts'

/** While another question is being answered, the former answer stays (`kept`), so that the page does not jump. */
export function useKept<T>(state: LiveState<T>): LiveState<T> & { kept: boolean } {
  const [last, setLast] = useState(state.data)
  if (state.data !== undefined && state.data !== last) setLast(state.data)
  if (state.data !== undefined || state.error) return { ...state, kept: false }
  return { ...state, data: last, kept: last !== undefined }
}
