import { useCallback, useEffect, useState } from 'react'
import { type SandboxWechatIdentity, sandboxWechat } from '#contract/wechat.ts'
import { isApiError } from '#src/api/api-error.ts'
import { callEndpoint } from '#src/api/call.ts'

interface Phones {
  people: SandboxWechatIdentity[] | undefined
  /** True if the API lacks this call because a real official account is configured. */
  off: boolean
  error: unknown
}

/** Loads the people of the sandbox's WeChat. */
export function usePhones() {
  const [phones, setPhones] = useState<Phones>({ people: undefined, off: false, error: null })

  const load = useCallback(async () => {
    try {
      setPhones({ people: (await callEndpoint(sandboxWechat.identities)).data, off: false, error: null })
    } catch (error) {
      const off = isApiError(error) && error.status === 404
      setPhones((before) => ({ ...before, off, error }))
    }
  }, [])
  useEffect(() => void load(), [load])

  return { ...phones, reload: load }
}
