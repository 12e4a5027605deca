import { Button } from 'antd'
import { useRef } from 'react'
import { Icon } from '#src/ui/Icon.tsx'
import { toChosenFiles } from './chosen-files.ts'
import { type UploadPlace, useStartUploads } from './use-start-uploads.ts'

/** Chooses files, or a folder with all it holds. */
export function UploadButtons({ place }: { place: UploadPlace }) {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const start = useStartUploads(place)
  const take = (input: HTMLInputElement) => {
    void start(toChosenFiles(input.files))
    input.value = '' // the same file may be chosen again
  }
  return (
    <>
      <input ref={files} type="file" multiple hidden aria-label="选择文件" onChange={({ target }) => take(target)} />
      <input
        ref={folder}
        type="file"
        hidden
        aria-label="选择文件夹"
        {...{ webkitdirectory: '' }}
        onChange={({ target }) => take(target)}
      />
      <Button icon={<Icon name="folder" />} onClick={() => folder.current?.click()}>
        上传文件夹
      </Button>
      <Button type="primary" data-shortcut="create" icon={<Icon name="upload" />} onClick={() => files.current?.click()}>
        上传文件
      </Button>
    </>
  )
}
