import { Slider } from 'antd'
import { useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import styles from './CropStage.module.css'

const zoomMax = 4
/** Pixels of the stage that an arrow key moves the picture by; a fifth of it with Shift. */
const arrowPx = 5

interface Props {
  picture: string
  onChange: (area: Area) => void
  onUnreadable: () => void
}

/** The picture behind a round window: dragged or moved by the arrow keys, enlarged by the wheel, two fingers or the slider. */
export function CropStage({ picture, onChange, onUnreadable }: Props) {
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
