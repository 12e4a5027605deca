import { type ChangeList, useListState } from '#src/admin/list/use-list-state.ts'
import type { ListState } from '#src/admin/resource.ts'
import { storageEntryResource } from './storage-entry-resource.tsx'

export interface StoragePlace {
  /** Region from the address; undefined stands for the first region. */
  region_id: string | undefined
  /** Folder path; `''` is the root. */
  path: string
  state: ListState
  change: ChangeList
}

/** Region, folder, order and search, all stored in the address, so that reload and Back work. */
export function useStoragePlace(): StoragePlace {
  const [state, change] = useListState(storageEntryResource)
  return { region_id: state.filters.region_id, path: state.filters.path ?? '', state, change }
}
