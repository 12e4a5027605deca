import { Button, Modal } from 'antd'
import { useEffect, useRef } from 'react'
import { saveAsFile } from '#src/ui/download.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { toast } from '#src/ui/toast.ts'
import { useBrand } from '#src/ui/use-brand.ts'
import { drawPoster, posterSize } from './draw-poster.ts'
import { buildPhoneInviteLink } from './invite-link.ts'
import styles from './PosterDialog.module.css'

/** A picture to send on, drawn here and nowhere else. */
export default function PosterDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const brand = useBrand()
  useEffect(() => {
    if (canvas.current) drawPoster(canvas.current, { code, brand, link: buildPhoneInviteLink(code) })
  }, [code, brand])

  const save = () =>
    canvas.current?.toBlob((picture) => {
      if (picture) saveAsFile(`${brand}-邀请-${code}.png`, picture)
      else toast.error('海报保存失败，请长按图片保存')
    }, 'image/png')

  return (
    <Modal
      open
      width={420}
      title="邀请海报"
      onCancel={onClose}
      footer={
        <Button type="primary" icon={<Icon name="download" />} onClick={save}>
          下载海报
        </Button>
      }
    >
      <canvas
        ref={canvas}
        className={styles.poster}
        width={posterSize.width}
        height={posterSize.height}
        role="img"
        aria-label={`邀请海报，邀请码 ${code}`}
      />
    </Modal>
  )
}
