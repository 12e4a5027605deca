import { useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import type { ImageOption } from './catalogue.ts'
import { createFirstDraft, type InstanceDraft, toDraftAddress } from './draft.ts'
import { draftStorage } from './draft-storage.ts'

export type ChangeDraft = (change: InstanceDraft) => void

/** Stores the draft in the address and in the tab at every change. */
export function useInstanceDraft(images: readonly ImageOption[]): { draft: InstanceDraft; change: ChangeDraft } {
  const [search] = useSearchParams()
  const { pathname, search: query } = useLocation()
  const navigate = useNavigate()
  const [draft, setDraft] = useState(() => createFirstDraft(search, draftStorage.read(), images))
  const change = useCallback<ChangeDraft>((part) => setDraft((before) => ({ ...before, ...part })), [])

  useEffect(() => draftStorage.write(draft), [draft])
  const address = toDraftAddress(draft)
  useEffect(() => {
    if (address !== pathname + query) void navigate(address, { replace: true, preventScrollReset: true })
  }, [address, pathname, query, navigate])

  return { draft, change }
}
