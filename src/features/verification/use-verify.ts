import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { codes } from '#contract/codes.ts'
import { users } from '#contract/users.ts'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { createIntentKeys } from '#src/api/intent-keys.ts'
import { current_user } from '#src/session/current-user.ts'
import { toast } from '#src/ui/toast.ts'
import type { Person } from './person-fields.ts'
import { real_name_key } from './real-name.ts'

/** Sends who the person is. Afterwards the whole console knows that the account is verified. */
export function useVerify() {
  const [keys] = useState(createIntentKeys)
  const client = useQueryClient()

  const { mutate, isPending, error } = useMutation({
    mutationFn: (person: Person) => call(users.verify_real_name, { body: person }, { idempotency_key: keys.keyOf(person) }),
    onSuccess: ({ data }) => {
      keys.done()
      client.setQueryData(real_name_key, data)
      current_user.load().catch(() => undefined)
      toast.success(data.passed === 'T' ? '实名认证已通过' : '已提交，审核通过后会通知你')
    },
    onError: (refusal) => {
      // verified meanwhile, in another tab: show that instead
      if (isApiError(refusal) && refusal.code === codes.real_name_done.code) {
        void client.invalidateQueries({ queryKey: real_name_key })
        current_user.load().catch(() => undefined)
      }
    },
  })
  return { verify: mutate, verifying: isPending, failure: isApiError(error) ? error : undefined }
}
