import { useInvalidate } from '@refinedev/core'
import { useState } from 'react'
import {
  type DataSetVersionAction,
  data_set_version_actions,
  type MyDataSetVersion,
  my_data_sets,
} from '#contract/my-data-sets.ts'
import { useAsk } from '#src/admin/ask/ask-context.ts'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { toast } from '#src/ui/toast.ts'

export type Act = Exclude<DataSetVersionAction, 'submit'>

const endpoints = {
  withdraw: my_data_sets.withdraw,
  offline: my_data_sets.offline,
  online: my_data_sets.online,
  remove: my_data_sets.remove_version,
} as const satisfies Record<Act, unknown>

const effects: Record<Act, string> = {
  withdraw: '审核随之停止，已复制的文件保留，之后可以修改并重新提交；不涉及费用。',
  offline: '不能再挂载到新的实例，公开页面不再显示这个版本；已挂载它的实例照常使用。可以随时重新上线。',
  online: '内容没有变化，不用再次审核，立即公开。',
  remove: '这个版本和复制出来的文件将被删除，不能恢复；文件存储里的原文件不受影响。',
}

/** Asks, does it to one version, and shows the data set as it is then. */
export function useVersionAct() {
  const ask = useAsk()
  const invalidate = useInvalidate()
  const [busy, setBusy] = useState<string>()

  const perform = async (act: Act, { id, data_set_id }: MyDataSetVersion) => {
    setBusy(id)
    try {
      const { message } = await call(endpoints[act], { params: { id }, body: {} })
      toast.success(message)
    } catch (error) {
      toast.error(isApiError(error) ? error.message : `${data_set_version_actions[act].label}失败，请重试`)
    } finally {
      await invalidate({ resource: 'my-data-sets', id: data_set_id, invalidates: ['list', 'detail'] })
      setBusy(undefined)
    }
  }
  const act = (name: Act, version: MyDataSetVersion) => {
    const { label } = data_set_version_actions[name]
    const danger = name === 'offline' || name === 'remove'
    void ask.confirm({
      title: `${label}版本 ${version.version}`,
      content: effects[name],
      okText: label,
      okButtonProps: { danger },
      autoFocusButton: danger ? 'cancel' : 'ok',
      onOk: () => perform(name, version),
    })
  }
  return { act, busy }
}
