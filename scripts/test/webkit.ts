import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installDebianPackages } from './debian-packages.ts'

/** Debian's WebKitGTK opens a window, for which xvfb-run makes a screen; xauth is a recommendation of its. */
const packages = ['webkit2gtk-driver', 'xvfb', 'xauth']
const programs = ['WebKitWebDriver', 'xvfb-run', 'xauth']

/** Whether this machine has a WebKit that can be driven. */
export const hasWebkit = (): boolean =>
  programs.every((name) => (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name))))

/** Installs one if needed; false if that fails too. */
export const findOrInstallWebkit = (): boolean => hasWebkit() || (installDebianPackages('WebKit', packages) && hasWebkit())
