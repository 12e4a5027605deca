import { Alert } from 'antd'
import { type ApiError, isUnanswered, unansweredHint } from '#src/api/api-error.ts'
import { CopyText } from '#src/ui/CopyText.tsx'

/**
 * Shows what is said nowhere else: errors that belong to no visible field, that no answer came, and the request id of a fault of
 * the server. Other refusals are toasted by the call (requirements §8).
 */
export function FormFailure({ error, fields }: { error: ApiError; fields: readonly string[] }) {
  const entries = Object.entries(error.errors ?? {})
  const homeless = entries.filter(([name]) => !fields.includes(name)).flatMap(([, messages]) => messages)
  if (!homeless.length && (entries.length > 0 || (error.status > 0 && error.status < 500))) return null
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
