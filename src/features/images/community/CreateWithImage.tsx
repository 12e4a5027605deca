import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { communityImages } from '#contract/community.ts'
import type { Row } from '#src/admin/row-types.ts'
import { isApiError } from '#src/api/api-error.ts'
import { callEndpoint } from '#src/api/call.ts'
import { paths } from '#src/paths.ts'
import { toast } from '#src/ui/toast.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'

/** Opens the create form with the newest version of a listed image; only the image's detail names that version. */
export default function CreateWithImage({ row, onClose }: { row: Row; onClose: () => void }) {
  const navigate = useNavigate()
  const open = useStableCallback(async (signal: AbortSignal) => {
    try {
      const { data } = await callEndpoint(communityImages.get, { params: { id: row.id } }, { signal })
      if (signal.aborted) return
      onClose()
      await navigate(paths.createInstance({ image_id: data.versions[0]?.image_id }))
    } catch (error) {
      if (signal.aborted) return
      toast.error(isApiError(error) ? error.message : '没有成功，请重试')
      onClose()
    }
  })
  useEffect(() => {
    const abort = new AbortController()
    void open(abort.signal)
    return () => abort.abort()
  }, [open])
  return null
}
