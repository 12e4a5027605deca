import { type ReactNode, Suspense, useCallback, useState } from 'react'
import type { StorageEntry } from '#contract/file-storage.ts'
import type { RowAction } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import { downloadFiles } from './download-files.ts'
import { type EntryAction, entryActions } from './entry-actions.tsx'
import { toStorageEntry } from './storageEntryResource.tsx'
import { useExtractArchive } from './use-extract-archive.ts'
import { useRemoveEntries } from './use-remove-entries.tsx'

const RenameDialog = lazyDialog(() => import('./RenameDialog.tsx'))
const MoveDialog = lazyDialog(() => import('./MoveDialog.tsx'))
const StoragePreviewDialog = lazyDialog(() => import('./StoragePreviewDialog.tsx'))

type OpenDialog = { what: 'rename' | 'preview'; entry: StorageEntry } | { what: 'move'; chosen: readonly StorageEntry[] }

interface EntryActions {
  actions: readonly RowAction<Row>[]
  run: (action: RowAction<Row>, row: Row) => void
  preview: (entry: StorageEntry) => void
  move: (chosen: readonly StorageEntry[]) => void
  remove: (chosen: readonly StorageEntry[]) => void
  /** The open dialog, if any; draw it once. */
  dialog: ReactNode
}

/** Doing things to files and folders, one or several. `onDone`: what was selected is no longer what it was. */
export function useEntryActions(regionId: string, onDone: () => void): EntryActions {
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const extract = useExtractArchive(regionId)
  const remove = useRemoveEntries(regionId, onDone)
  const preview = useCallback((entry: StorageEntry) => setOpen({ what: 'preview', entry }), [])
  const move = (chosen: readonly StorageEntry[]) => setOpen({ what: 'move', chosen })

  const does: Record<EntryAction, (entry: StorageEntry) => void> = {
    download: (entry) => void downloadFiles(regionId, [entry]),
    rename: (entry) => setOpen({ what: 'rename', entry }),
    move: (entry) => move([entry]),
    preview,
    extract,
    remove: (entry) => remove([entry]),
  }
  const run = useStableCallback((action: RowAction<Row>, row: Row) => does[action.name as EntryAction](toStorageEntry(row)))

  const close = () => setOpen(null)
  const dialog = open && (
    <Suspense fallback={null}>
      {open.what === 'rename' && <RenameDialog region_id={regionId} entry={open.entry} onClose={close} />}
      {open.what === 'preview' && <StoragePreviewDialog region_id={regionId} entry={open.entry} onClose={close} />}
      {open.what === 'move' && <MoveDialog region_id={regionId} chosen={open.chosen} onClose={close} onDone={onDone} />}
    </Suspense>
  )
  return { actions: entryActions, run, preview, move, remove, dialog }
}
