import { diskMount, foldersPath, inShell, seededPath } from './pod-scripts.ts'

/** Where the helper that saves a disk sorts. */
export const scratchMount = '/.zhisuan/scratch'
/** A helper that nobody needs any more ends by itself. */
const saverLifeSeconds = 6 * 60 * 60
/** How a script ends that lacks one of its programs, which it then names. */
export const lackingCode = 97
const sortFailedCode = 98

/** The folders of a disk, and its image's own. */
export const diskRoot = `${diskMount}/${foldersPath}`
export const imageRoot = '/'

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: a shell's own syntax
/** Only what small images have, too; `tar` is that of GNU or busybox. */
const needs = `export LC_ALL=C
for program in find stat sort tar head xargs; do
  command -v "$program" >/dev/null || { echo "$program" >&2; exit ${lackingCode}; }
done
cd "$1" || exit 1`

/** Keeps of the arguments those that are folders here; or, after `rest`, takes all but those and what the runtime makes. */
const pickFolders = `what=$2
shift 2
if [ "$what" = rest ]; then
  known=" $* proc sys dev .zhisuan .dockerenv "
  set --
  for path in ./* ./.[!.]*; do
    case "$known" in *" \${path#./} "*) continue ;; esac
    if [ -e "$path" ] || [ -L "$path" ]; then set -- "$@" "$path"; fi
  done
else
  for name; do
    shift
    if [ -d "$name" ] && [ ! -L "$name" ]; then set -- "$@" "./$name"; fi
  done
fi
broken='*
*'`

/**
 * Lists every file by its path: mode, owner, group, size, times of content and change, inode, links. The first line
 * tells when the disk was filled.
 */
const listScript = `${needs}
${pickFolders}
{
  [ $# = 0 ] || find "$@" ! -path "$broken" -exec stat -c '%f %u %g %s %Y %Z %i %h %n' {} +
  echo $? >${scratchMount}/found.$$
  echo "filled $(stat -c %Z ../${seededPath} 2>/dev/null)"
} | sort -S 32M -T ${scratchMount} -t ' ' -k 9 || exit ${sortFailedCode}
exit "$(cat ${scratchMount}/found.$$)"`

/** Lists the files whose path has a line break, which have no place in a list of lines; each ends with a zero byte. */
const listBrokenScript = `${needs}
${pickFolders}
[ $# = 0 ] || find "$@" -path "$broken" -print0`

/**
 * Packs the files whose names come in, each ended by a zero byte; `$2` is their length together, as not all clusters can end a
 * program's input.
 */
const packScript = `${needs}
case "$(tar --version 2>/dev/null)" in
  *GNU*) head -c "$2" | tar -c --format=gnu --null --no-recursion -T - -f - ;;
  *) head -c "$2" | xargs -0 tar -c --no-recursion -f - -- ;;
esac`
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: same

export const saverCommand = inShell(`sleep ${saverLifeSeconds}`)

/** Which part of a root is listed: its folders of those names, or all but them. */
export interface ListedPart {
  root: typeof diskRoot | typeof imageRoot
  what: 'folders' | 'rest'
  names: readonly string[]
}

const ofPart = (script: string, { root, what, names }: ListedPart) => [...inShell(script), 'sh', root, what, ...names]
export const buildListCommand = (part: ListedPart): string[] => ofPart(listScript, part)
export const buildListBrokenCommand = (part: ListedPart): string[] => ofPart(listBrokenScript, part)
export const buildPackCommand = (root: ListedPart['root'], bytes: number): string[] => [
  ...inShell(packScript),
  'sh',
  root,
  String(bytes),
]
