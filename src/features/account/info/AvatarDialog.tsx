import { Alert, Modal } from 'antd'
import { useEffect, useState } from 'react'
import type { Area } from 'react-easy-crop'
import { users } from '#contract/users.ts'
import { useAction } from '#src/admin/use-action.ts'
import { currentUser } from '#src/session/current-user.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { CropStage } from './CropStage.tsx'

/** Twice of what is kept. */
const uploadPx = 512

/** The crop as a file of its own: what the person sees is what is sent. */
async function cropToBlob(file: File, { x, y, width, height }: Area): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = uploadPx
  canvas.height = uploadPx
  const context = canvas.getContext('2d')
  if (context) context.imageSmoothingQuality = 'high'
  context?.drawImage(await createImageBitmap(file), x, y, width, height, 0, 0, uploadPx, uploadPx)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('nothing was drawn'))), 'image/png'),
  )
}

/** Chooses the part of a picture that becomes the avatar, and sends it. */
export default function AvatarDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const [picture, setPicture] = useState<string>()
  const [area, setArea] = useState<Area>()
  // The stage measures itself, and would measure a dialog that is still growing as it opens.
  const [opened, setOpened] = useState(false)
  const [unreadable, setUnreadable] = useState<string>()

  useEffect(() => {
    const url = URL.createObjectURL(file)
    setPicture(url)
    return () => URL.revokeObjectURL(url)
  }, [file])

  const refuse = () => {
    setPicture(undefined)
    setUnreadable('无法打开这张图片，请选择 JPG、PNG 或 WebP 格式')
  }
  const {
    run,
    pending: sending,
    failure: refusal,
  } = useAction(users.upload_avatar, {
    failed: '上传失败，请重试',
    pageTells: true,
    onDone: async () => {
      await currentUser.load()
      onClose()
    },
  })
  const failure = unreadable ?? refusal?.message
  const send = async (chosen: Area) => run({}, { file: await cropToBlob(file, chosen) })

  return (
    <Modal
      open
      width={400}
      title="裁剪头像"
      okText="使用这张头像"
      okButtonProps={{ loading: sending, disabled: !area }}
      onOk={() => area && void send(area)}
      onCancel={onClose}
      afterOpenChange={setOpened}
      maskClosable={false}
    >
      {failure && <Alert type="error" showIcon message={failure} />}
      {picture && opened ? (
        <CropStage picture={picture} onChange={setArea} onUnreadable={refuse} />
      ) : (
        !failure && <Skeleton height={304} />
      )}
    </Modal>
  )
}
