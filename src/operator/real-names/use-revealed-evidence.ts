import { useEffect, useState } from 'react'
import { operator_real_names, type RevealedRealName } from '#contract/operator/real-names.ts'
import { call } from '#src/api/call.ts'
import { fetchFile } from '#src/api/fetch-file.ts'

export interface Evidence {
  numbers: RevealedRealName
  /** Address of the picture within this page. */
  picture: string | null
}

/** Opens what is sealed in a case; it is forgotten as soon as the page is left. */
export function useEvidence(id: string, has_picture: boolean) {
  const [evidence, setEvidence] = useState<Evidence>()

  useEffect(
    () => () => {
      if (evidence?.picture) URL.revokeObjectURL(evidence.picture)
    },
    [evidence],
  )

  const open = async (reason: string): Promise<void> => {
    const params = { id }
    const { data: numbers } = await call(operator_real_names.reveal, { params, body: { reason } })
    const file = has_picture ? await fetchFile(operator_real_names.picture, { params }) : undefined
    setEvidence({ numbers, picture: file ? URL.createObjectURL(file.blob) : null })
  }
  return { evidence, open }
}
