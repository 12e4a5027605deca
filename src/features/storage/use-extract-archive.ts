import { fileStorage, type StorageEntry } from '#contract/file-storage.ts'
import { useConfirmDialogs } from '#src/admin/ask/confirm-dialog-context.ts'
import { useAction } from '#src/admin/use-action.ts'
import { toParentFolder } from './storage-path.ts'

/** Unpacks an archive beside itself, after saying what will be there. */
export function useExtractArchive(regionId: string): (entry: StorageEntry) => void {
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
