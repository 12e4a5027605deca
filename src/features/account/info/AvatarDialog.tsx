import { Alert, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { users } from '#contract/users.ts'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { current_user } from '#src/session/current-user.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { toast } from '#src/ui/toast.ts'
import { CropStage } from './CropStage.tsx'
import { type Crop, drawCrop, whole } from './crop.ts'

/** Twice of what is kept. */
const sent_px = 512

/** The crop as a file of its own: what the person sees is what is sent. */
async function fileOf(picture: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = sent_px
  canvas.height = sent_px
  drawCrop(canvas, picture, crop)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('nothing was drawn'))), 'image/png'),
  )
}

/** Chooses the part of a picture that becomes the avatar, and sends it. */
export default function AvatarDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const [picture, setPicture] = useState<ImageBitmap>()
  const [crop, setCrop] = useState(whole)
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<string>()

  useEffect(() => {
    let gone = false
    createImageBitmap(file).then(
      (opened) => !gone && setPicture(opened),
      () => !gone && setFailure('无法打开这张图片，请选择 JPG、PNG 或 WebP 格式'),
    )
    return () => {
      gone = true
    }
  }, [file])

  const send = async (opened: ImageBitmap) => {
    setSending(true)
    setFailure(undefined)
    try {
      const { message } = await call(users.upload_avatar, {}, { file: await fileOf(opened, crop) })
      await current_user.load()
      toast.success(message)
      onClose()
    } catch (error) {
      setFailure(isApiError(error) ? error.message : '上传失败，请重试')
      setSending(false)
    }
  }

  return (
    <Modal
      open
      width={400}
      title="裁剪头像"
      okText="使用这张头像"
      okButtonProps={{ loading: sending, disabled: !picture }}
      onOk={() => picture && void send(picture)}
      onCancel={onClose}
      maskClosable={false}
    >
      {failure && <Alert type="error" showIcon message={failure} />}
      {picture ? <CropStage picture={picture} crop={crop} onChange={setCrop} /> : !failure && <Skeleton height={272} />}
    </Modal>
  )
}
