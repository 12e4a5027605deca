import { fileStorage, type StorageEntry } from '#contract/file-storage.ts'
import { useConfirmDialogs } from '#src/admin/ask/confirm-dialog-context.ts'
import { useAction } from '#src/admin/use-action.ts'
import { notifyResults } from './notify-results.tsx'

/** Deletes for good, after saying so. */
export function useRemoveEntries(regionId: string, onDone: () => void): (chosen: readonly StorageEntry[]) => void {
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
