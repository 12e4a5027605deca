import { type DatasetVersionAction, datasetVersionActions, type MyDatasetVersion, myDatasets } from '#contract/my-datasets.ts'
import { useConfirmDialogs } from '#src/admin/ask/confirm-dialog-context.ts'
import { useActions } from '#src/admin/use-action.ts'

export type OwnVersionAction = Exclude<DatasetVersionAction, 'submit'>

const endpoints = {
  withdraw: myDatasets.withdraw,
  offline: myDatasets.offline,
  online: myDatasets.online,
  remove: myDatasets.remove_version,
} as const satisfies Record<OwnVersionAction, unknown>

const effects: Record<OwnVersionAction, string> = {
  withdraw: '审核随之停止，已复制的文件保留，之后可以修改并重新提交；不涉及费用。',
  offline: '不能再挂载到新的实例，公开页面不再显示这个版本；已挂载它的实例照常使用。可以随时重新上线。',
  online: '内容没有变化，不用再次审核，立即公开。',
  remove: '这个版本和复制出来的文件将被删除，不能恢复；文件存储里的原文件不受影响。',
}

/** Asks, does it to one version, and shows the data set as it is then. */
export function useVersionAction() {
  const ask = useConfirmDialogs()
  const { run, pending, sent } = useActions({ failed: '没有成功，请重试' })
  const act = (name: OwnVersionAction, version: MyDatasetVersion) => {
    const { label } = datasetVersionActions[name]
    const danger = name === 'offline' || name === 'remove'
    void ask.confirm({
      title: `${label}版本 ${version.version}`,
      content: effects[name],
      okText: label,
      okButtonProps: { danger },
      autoFocusButton: danger ? 'cancel' : 'ok',
      onOk: () => run(endpoints[name], { params: { id: version.id } }),
    })
  }
  return { act, busy: pending ? (sent?.params as { id: string } | undefined)?.id : undefined }
}
