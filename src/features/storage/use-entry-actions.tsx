import { type ReactNode, Suspense, useCallback, useState } from 'react'
import { fileStorage, type StorageEntry } from '#contract/file-storage.ts'
import { useConfirmDialogs } from '#src/admin/ask/confirm-dialog-context.ts'
import type { RowAction } from '#src/admin/resource.ts'
import type { Row } from '#src/admin/row-types.ts'
import { useAction } from '#src/admin/use-action.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import { downloadFiles } from './download-files.ts'
import { isTextLike, isZip } from './file-kind.ts'
import { notifyResults } from './notify-results.tsx'
import { toStorageEntry } from './storage-entry-resource.tsx'
import { toParentFolder } from './storage-path.ts'

/** Actions on one file or folder, in menu order. */
const entryActions = [
  {
    name: 'download',
    label: '下载',
    icon: <Icon name="download" />,
    endpoint: fileStorage.download_link,
    allowed: (row) => toStorageEntry(row).kind === 'file',
    whenOff: 'hidden',
  },
  { name: 'rename', label: '改名', icon: <Icon name="edit" />, endpoint: fileStorage.move },
  { name: 'move', label: '移动', icon: <Icon name="move" />, endpoint: fileStorage.move },
  {
    name: 'preview',
    label: '预览',
    icon: <Icon name="file" />,
    endpoint: fileStorage.preview,
    allowed: (row) => isTextLike(toStorageEntry(row)),
    whenOff: 'hidden',
  },
  {
    name: 'extract',
    label: '解压',
    icon: <Icon name="archive" />,
    endpoint: fileStorage.extract,
    allowed: (row) => isZip(toStorageEntry(row)),
    whenOff: 'hidden',
  },
  { name: 'remove', label: '删除', icon: <Icon name="trash" />, danger: true, endpoint: fileStorage.remove },
] as const satisfies readonly RowAction<Row>[]

type EntryAction = (typeof entryActions)[number]['name']

/** Deletes permanently after a confirmation. */
function useRemoveEntries(regionId: string, onDone: () => void): (chosen: readonly StorageEntry[]) => void {
  const ask = useConfirmDialogs()
  const { run } = useAction(fileStorage.remove, {
    failed: '删除失败，请重试',
    onDone: ({ data }) => {
      notifyResults(ask, '删除', data)
      onDone()
    },
  })
  return (chosen) => {
    const [first] = chosen
    if (!first) return
    const folders = chosen.some(({ kind }) => kind === 'folder')
    void ask.confirm({
      title: chosen.length === 1 ? `删除「${first.name}」` : `删除 ${chosen.length} 项`,
      content: `${folders ? '文件夹和里面的一切都会' : '文件会'}被永久删除，不能恢复，正在使用它的实例里也不再有；文件存储不收费，账单没有变化。`,
      okText: '删除',
      okButtonProps: { danger: true },
      autoFocusButton: 'cancel',
      onOk: () => run({ body: { region_id: regionId, paths: chosen.map(({ path }) => path) } }),
    })
  }
}

/** Extracts an archive into its folder after a confirmation that names the result. */
function useExtractArchive(regionId: string): (entry: StorageEntry) => void {
  const ask = useConfirmDialogs()
  const { run } = useAction(fileStorage.extract, { failed: '没有开始解压，请重试' })
  return ({ name, path }) =>
    void ask.confirm({
      title: `解压「${name}」`,
      content: '解压到同一个文件夹里的一个新文件夹，占用解压后大小的空间。要么全部解压，要么什么也不留下；压缩包保留，不收费。',
      okText: '解压',
      onOk: () => run({ body: { region_id: regionId, path, folder: toParentFolder(path) } }),
    })
}

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
  /** The open dialog, if any; must be rendered once. */
  dialog: ReactNode
}

/** Actions on one or several entries. `onDone` is called when the selection is no longer valid. */
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
