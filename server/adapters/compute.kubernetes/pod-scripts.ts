/** Where the helpers of an instance find its system disk and its keys. */
export const diskMount = '/.zhisuan/disk'
export const keysMount = '/.zhisuan/keys'
/** Where a copier finds both data disks. */
export const copyMounts = { from: '/.zhisuan/from', to: '/.zhisuan/to' } as const

/** Folder of the system disk that has the image's top-level folders; it is there only once they all are. */
export const foldersPath = 'folders'
/** File of the system disk whose time is after that of all that was copied, and before that of all that is changed. */
export const seededPath = 'seeded'
const folderLine = /^folder ([A-Za-z0-9._-]+)$/

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: a shell's own syntax
/**
 * Copies every top-level folder of the image that a person can change to the disk, and names them. What the runtime makes
 * (/proc, /sys, /dev, /run) and what is mounted stays out; links to folders stay the image's.
 */
const seedScript = `set -e
cd ${diskMount}
if [ ! -d ${foldersPath} ]; then
  rm -rf filling
  mkdir -p filling/root
  for folder in /* /.[!.]*; do
    name=\${folder#/}
    case "$name" in
      proc | sys | dev | run | workspace | storage | datasets | lost+found | .zhisuan) continue ;;
      *[!A-Za-z0-9._-]*) continue ;;
    esac
    if [ -d "$folder" ] && [ ! -L "$folder" ]; then cp -a "$folder" filling/; fi
  done
  sync
  touch ${seededPath}
  sleep 1
  mv filling ${foldersPath}
fi
cd ${foldersPath}
for name in * .[!.]*; do
  if [ -d "$name" ]; then echo "folder $name"; fi
done`

/** Lets in the keys of this start. They are never in the environment, which every program inside could read. */
const prepareScript = `set -e
home=${diskMount}/${foldersPath}/root
mkdir -p "$home/.ssh"
chmod 700 "$home/.ssh"
rm -f "$home/.ssh/authorized_keys"
cp ${keysMount}/authorized_keys "$home/.ssh/authorized_keys"
chmod 600 "$home/.ssh/authorized_keys"`

const copyScript = `set -e
rm -rf ${copyMounts.to}/* ${copyMounts.to}/.[!.]*
cp -a ${copyMounts.from}/. ${copyMounts.to}/
sync`
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: same

export const inShell = (script: string) => ['/bin/sh', '-c', script]
export const seedCommand = inShell(seedScript)
export const prepareCommand = inShell(prepareScript)
export const copyCommand = inShell(copyScript)

/** Reads the folders that a seed named on its console; `lines` begin with their time. */
export const readFolders = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => folderLine.exec(line.slice(line.indexOf(' ') + 1))?.[1] ?? [])
