import { type ReactNode, Suspense, useCallback, useState } from 'react'
import type { StorageEntry } from '#contract/file-storage.ts'
import type { RowAction } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { useStable } from '#src/ui/use-stable-callback.ts'
import { downloadFiles } from './download-files.ts'
import { type EntryAction, entry_actions } from './entry-actions.tsx'
import { entryOf } from './storageEntryResource.tsx'
import { useExtract } from './use-extract-archive.ts'
import { useRemove } from './use-remove-entries.tsx'

const Rename = lazyDialog(() => import('./RenameDialog.tsx'))
const Move = lazyDialog(() => import('./MoveDialog.tsx'))
const Preview = lazyDialog(() => import('./StoragePreviewDialog.tsx'))

type Open = { what: 'rename' | 'preview'; entry: StorageEntry } | { what: 'move'; chosen: readonly StorageEntry[] }

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
export function useEntryActions(region_id: string, onDone: () => void): EntryActions {
  const [open, setOpen] = useState<Open | null>(null)
  const extract = useExtract(region_id)
  const remove = useRemove(region_id, onDone)
  const preview = useCallback((entry: StorageEntry) => setOpen({ what: 'preview', entry }), [])
  const move = (chosen: readonly StorageEntry[]) => setOpen({ what: 'move', chosen })

  const does: Record<EntryAction, (entry: StorageEntry) => void> = {
    download: (entry) => void downloadFiles(region_id, [entry]),
    rename: (entry) => setOpen({ what: 'rename', entry }),
    move: (entry) => move([entry]),
    preview,
    extract,
    remove: (entry) => remove([entry]),
  }
  const run = useStable((action: RowAction<Row>, row: Row) => does[action.name as EntryAction](entryOf(row)))

  const close = () => setOpen(null)
  const dialog = open && (
    <Suspense fallback={null}>
      {open.what === 'rename' && <Rename region_id={region_id} entry={open.entry} onClose={close} />}
      {open.what === 'preview' && <Preview region_id={region_id} entry={open.entry} onClose={close} />}
      {open.what === 'move' && <Move region_id={region_id} chosen={open.chosen} onClose={close} onDone={onDone} />}
    </Suspense>
  )
  return { actions: entry_actions, run, preview, move, remove, dialog }
}
