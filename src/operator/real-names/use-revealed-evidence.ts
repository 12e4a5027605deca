import { useEffect, useState } from 'react'
import { operatorRealNames, type RevealedRealName } from '#contract/operator/real-names.ts'
import { callEndpoint } from '#src/api/call.ts'
import { fetchFile } from '#src/api/fetch-file.ts'

export interface IdentityEvidence {
  numbers: RevealedRealName
  /** Address of the picture within this page. */
  picture: string | null
}

/** Opens what is sealed in a case; it is forgotten as soon as the page is left. */
export function useRevealedEvidence(id: string, hasPicture: boolean) {
  const [evidence, setEvidence] = useState<IdentityEvidence>()

  useEffect(
    () => () => {
      if (evidence?.picture) URL.revokeObjectURL(evidence.picture)
    },
    [evidence],
  )

  const open = async (reason: string): Promise<void> => {
    const params = { id }
    const { data: numbers } = await callEndpoint(operatorRealNames.reveal, { params, body: { reason } })
    const file = hasPicture ? await fetchFile(operatorRealNames.picture, { params }) : undefined
    setEvidence({ numbers, picture: file ? URL.createObjectURL(file.blob) : null })
  }
  return { evidence, open }
}
