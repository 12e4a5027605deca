import { useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import type { Image } from './catalogue.ts'
import { addressOf, type Draft, firstDraft } from './draft.ts'
import { draft_storage } from './draft-storage.ts'

export type Change = (change: Draft) => void

/** The draft, kept in the address and in the tab at every step. */
export function useDraft(images: readonly Image[]): { draft: Draft; change: Change } {
  const [search] = useSearchParams()
  const { pathname, search: query } = useLocation()
  const navigate = useNavigate()
  const [draft, setDraft] = useState(() => firstDraft(search, draft_storage.read(), images))
  const change = useCallback<Change>((part) => setDraft((before) => ({ ...before, ...part })), [])

  useEffect(() => draft_storage.write(draft), [draft])
  const address = addressOf(draft)
  useEffect(() => {
    if (address !== pathname + query) void navigate(address, { replace: true, preventScrollReset: true })
  }, [address, pathname, query, navigate])

  return { draft, change }
}
