import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { storage_key } from './storage-queries.ts'

/** Fetches again what is shown of the storage. */
export function useStorageChanged(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: storage_key }), [client])
}
