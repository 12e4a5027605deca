import { Button } from 'antd'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { narrowScreen } from '#src/ui/media.ts'
import { useStore } from '#src/ui/use-store.ts'

/** Nothing matches, or nothing is here yet; each with its next step. */
export function NoEntries({ path, keyword, onClear }: { path: string; keyword: string; onClear: () => void }) {
  const narrow = useStore(narrowScreen) // nothing is dragged on a phone
  if (keyword) {
    return (
      <EmptyState
        title={`这个文件夹里没有名称含「${keyword}」的文件`}
        hint="只在当前文件夹里找，不包括下一层。"
        action={<Button onClick={onClear}>清除搜索</Button>}
      />
    )
  }
  return path ? (
    <EmptyState
      title="这个文件夹是空的"
      hint={narrow ? '点「上传文件」，把文件放到这里。' : '把文件或文件夹拖到这里，或点「上传文件」。'}
    />
  ) : (
    <EmptyState
      title="还没有文件"
      hint={`${narrow ? '点「上传文件」，先把数据集或代码传上来' : '先把数据集或代码拖到这里上传，也可以点「上传文件」'}；大文件中断后能接着传。之后创建的实例里就能直接读写。`}
    />
  )
}
