import { type ChangeList, useListState } from '#src/admin/list/use-list-state.ts'
import type { ListState } from '#src/admin/resource.ts'
import { storageEntryResource } from './storageEntryResource.tsx'

export interface StoragePlace {
  /** As the address says; undefined is the first region there is. */
  region_id: string | undefined
  /** The folder; `''` is the top. */
  path: string
  state: ListState
  change: ChangeList
}

/** Region, folder, order and search: all of it stands in the address, so that reload and Back work. */
export function useStoragePlace(): StoragePlace {
  const [state, change] = useListState(storageEntryResource)
  return { region_id: state.filters.region_id, path: state.filters.path ?? '', state, change }
}
