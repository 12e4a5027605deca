import { Alert } from 'antd'
import type { ApiError } from '#src/api/api-error.ts'
import { CopyText } from '#src/ui/CopyText.tsx'

/** Who gets no answer does not know what came of it. One intent has one key, so a repeat is none. */
const unanswered = new Set([0, 502, 504])

/** Why the form was not taken: what belongs to no field on the screen, with the request id for support. */
export function FormFailure({ error, fields }: { error: ApiError; fields: readonly string[] }) {
  const entries = Object.entries(error.errors ?? {})
  const homeless = entries.filter(([name]) => !fields.includes(name)).flatMap(([, messages]) => messages)
  if (entries.length && !homeless.length) return null
  return (
    <Alert
      type="error"
      showIcon
      message={homeless.length ? homeless.join('；') : error.message}
      description={
        unanswered.has(error.status)
          ? '没有收到答复，不能确定是否已经成功。原样再试一次不会重复；要改内容，请先看看是否已经有了。'
          : error.request_id && (
              <>
                请求编号 <CopyText text={error.request_id} label="复制请求编号" mono />
              </>
            )
      }
    />
  )
}
