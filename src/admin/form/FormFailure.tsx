import { Alert } from 'antd'
import { type ApiError, isUnanswered, unansweredHint } from '#src/api/api-error.ts'
import { CopyText } from '#src/ui/CopyText.tsx'

/** Shows errors that belong to no visible field, with the request id for support. */
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
        isUnanswered(error)
          ? unansweredHint
          : error.request_id && (
              <>
                请求编号 <CopyText text={error.request_id} label="复制请求编号" mono />
              </>
            )
      }
    />
  )
}
