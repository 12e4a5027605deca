import 'react-easy-crop/react-easy-crop.css'
import { Alert, Modal, Slider } from 'antd'
import { useEffect, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import { users } from '#contract/users.ts'
import { useAction } from '#src/admin/use-action.ts'
import { currentUser } from '#src/session/current-user.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import styles from './AvatarDialog.module.css'

const zoomMax = 4
/** Distance in px that an arrow key moves the picture; with Shift, a fifth of it. */
const arrowPx = 5

interface CropStageProps {
  picture: string
  onChange: (area: Area) => void
  onUnreadable: () => void
}

/** Crop area with a round window; the picture is moved by drag or arrow keys and zoomed by wheel, pinch or slider. */
function CropStage({ picture, onChange, onUnreadable }: CropStageProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  return (
    <div className={styles.stage}>
      <div className={styles.frame}>
        <Cropper
          disableAutomaticStylesInjection
          image={picture}
          crop={crop}
          zoom={zoom}
          maxZoom={zoomMax}
          aspect={1}
          cropShape="round"
          objectFit="cover"
          showGrid={false}
          keyboardStep={arrowPx}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={(_percent, area) => onChange(area)}
          mediaProps={{ alt: '', onError: onUnreadable }}
          cropperProps={{ role: 'img', 'aria-label': '头像预览，用方向键移动图片' }}
          classes={{ cropAreaClassName: styles.window ?? '' }}
        />
      </div>
      <div className={styles.zoom}>
        <span id="avatar-zoom">缩放</span>
        <Slider
          className={styles.slider ?? ''}
          ariaLabelledByForHandle="avatar-zoom"
          min={1}
          max={zoomMax}
          step={0.05}
          value={zoom}
          tooltip={{ formatter: (value) => `${Math.round((value ?? 1) * 100)}%` }}
          onChange={setZoom}
        />
      </div>
    </div>
  )
}

/** Edge length of the uploaded crop in px: twice the stored size. */
const uploadPx = 512

/** Renders the crop to its own file, so exactly the visible part is uploaded. */
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

/** Crops a picture to the avatar and uploads it. */
export default function AvatarDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const [picture, setPicture] = useState<string>()
  const [area, setArea] = useState<Area>()
  // The crop area measures itself and would get a wrong size while the dialog's opening animation runs.
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
