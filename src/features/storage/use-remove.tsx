import { file_storage, type StorageEntry } from '#contract/file-storage.ts'
import { useAsk } from '#src/admin/ask/ask-context.ts'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { toast } from '#src/ui/toast.ts'
import { tellResults } from './tell-results.tsx'
import { useStorageChanged } from './use-storage-changed.ts'

/** Deletes for good, after saying so. */
export function useRemove(region_id: string, onDone: () => void): (chosen: readonly StorageEntry[]) => void {
  const ask = useAsk()
  const changed = useStorageChanged()
  const perform = async (chosen: readonly StorageEntry[]) => {
    try {
      const { data } = await call(file_storage.remove, { body: { region_id, paths: chosen.map(({ path }) => path) } })
      tellResults(ask, '删除', data)
      onDone()
    } catch (error) {
      toast.error(isApiError(error) ? error.message : '删除失败，请重试')
    }
    await changed()
  }
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
      onOk: () => perform(chosen),
    })
  }
}
