// `npm run check:image`: runs the steps of deploy/Dockerfile without a container engine, and starts the server in the result as a plain
// user on a read-only root. The base image is replaced by Debian's packages (debootstrap) with this machine's Node and npm. As
// root, on Debian; takes several minutes and 3 GB in the folder of temporary files. `npm run check:image -- FOLDER` keeps the
// replacement of the base image in this folder, for the next time.
import { spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join, matchesGlob, relative, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Instruction, type Stage, parseDockerfile, wordsOf } from './dockerfile.ts'
import { ROOT } from './installed.js'
import { installPackages } from './system-packages.js'

const SUITE = 'bookworm'
/** The user of the image `node`. */
const [UID, GID] = [1000, 1000]
const READY_WITHIN_MS = 120_000
const MOUNTED = '--mounted'
const MB = 1024 * 1024
const MAX_OUTPUT = 64 * MB
/** What a container engine mounts, for programs that the steps run. */
const SYSTEM_MOUNTS = ['/dev', '/proc']

type Environment = Readonly<Record<string, string>>

/** A root directory, and what the instructions have set in it. */
type Image = {
  readonly root: string
  workdir: string
  environment: Record<string, string>
  user: string
  health: string[]
  command: string[]
}

const say = (line: string): void => void process.stdout.write(`${line}\n`)

function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    env,
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT,
  })
  if (status === 0) return stdout
  throw new Error(
    `${program} ${args.join(' ')}: ${error?.message ?? `exit ${status}\n${stdout.slice(-3000)}${stderr.slice(-3000)}`}`,
  )
}

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(0)} s`

const sizeOf = (path: string): number => Number(run('du', ['-sxk', path]).split('\t')[0]) / 1024

/** Debian with Node and npm where the image `node` has programs, and its user. */
function makeBase(root: string): void {
  run('debootstrap', ['--variant=minbase', SUITE, root])
  const { version } = process
  const node = spawnSync('sh', ['-c', 'PATH=/usr/local/bin:/usr/bin:/bin command -v node'], {
    encoding: 'utf8',
  }).stdout.trim()
  cpSync(node, join(root, 'usr/local/bin/node'), { dereference: true })
  const npm = run('sh', ['-c', 'readlink -f "$(PATH=/usr/local/bin:/usr/bin:/bin command -v npm)"']).trim()
  const modules = join(npm, '../..')
  cpSync(modules, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true, verbatimSymlinks: true })
  for (const name of ['npm', 'npx'])
    run('ln', ['-s', `../lib/node_modules/npm/bin/${name}-cli.js`, join(root, 'usr/local/bin', name)])
  run('chroot', [root, 'groupadd', '--gid', String(GID), 'node'])
  run('chroot', [root, 'useradd', '--uid', String(UID), '--gid', String(GID), '--create-home', 'node'])
  // The network of this machine, which an engine gives to steps too.
  for (const file of ['/etc/resolv.conf', '/etc/hosts', '/etc/ssl/certs'])
    if (existsSync(file)) cpSync(file, join(root, file), { recursive: true, dereference: true, force: true })
  say(
    `base: ${SUITE}, Node ${run('chroot', [root, 'node', '--version']).trim()} (of this script: ${version})`,
  )
}

/** Settings of this machine for npm, which has no others in the root. */
const networkSettings = (): Environment =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined &&
        /^(?:NODE_EXTRA_CA_CERTS|SSL_CERT_\w+|https?_proxy|no_proxy)$/i.test(entry[0]),
    ),
  )

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** Runs a program in the root, in the working directory of the image. */
const inRoot = ({ root, workdir }: Image, ...words: string[]): string[] => [
  root,
  'env',
  `--chdir=${workdir}`,
  ...words,
]

const IGNORED = readFileSync(join(ROOT, 'deploy/Dockerfile.dockerignore'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')

const isSent = (path: string): boolean =>
  !IGNORED.some((pattern) => path === pattern || matchesGlob(path, pattern))

function copy({ flags, value }: Instruction, image: Image, stages: ReadonlyMap<string, Image>): void {
  const [source = '', target = '', ...more] = value.split(/\s+/)
  if (more.length > 0) throw new Error(`Not understood: COPY ${value}`)
  const { from } = flags
  const sourceRoot = from === undefined ? ROOT : stages.get(from)?.root
  if (sourceRoot === undefined) throw new Error(`There is no stage ${from}.`)
  const path = join(sourceRoot, source)
  const into = join(image.root, image.workdir, target)
  const isInFolder = statSync(path).isFile() && target.endsWith('/')
  cpSync(path, isInFolder ? join(into, basename(path)) : into, {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    filter: (file) => from !== undefined || isSent(relative(ROOT, file)),
  })
}

function build(stage: Stage, base: string, root: string, stages: ReadonlyMap<string, Image>): Image {
  run('cp', ['-a', base, root])
  const image: Image = { root, workdir: '/', environment: {}, user: '0:0', health: [], command: [] }
  for (const instruction of stage.instructions) {
    const started = performance.now()
    const { name, value } = instruction
    if (name === 'WORKDIR') mkdirSync(join(root, (image.workdir = value)), { recursive: true })
    else if (name === 'ENV')
      for (const pair of value.split(/\s+/)) {
        const [key = '', ...text] = pair.split('=')
        image.environment[key] = text.join('=')
      }
    else if (name === 'USER') image.user = value
    else if (name === 'CMD') image.command = wordsOf(value)
    else if (name === 'HEALTHCHECK') image.health = wordsOf(value)
    else if (name === 'COPY') copy(instruction, image, stages)
    else {
      for (const path of SYSTEM_MOUNTS) run('mount', ['--bind', path, join(root, path)])
      const settings = { PATH, HOME: '/root', ...networkSettings(), ...image.environment }
      run('chroot', inRoot(image, '/bin/sh', '-c', value), settings)
      for (const path of SYSTEM_MOUNTS) run('umount', [join(root, path)])
    }
    say(`${stage.name ?? 'image'}: ${name} ${value.slice(0, 60)} (${seconds(started)})`)
  }
  return image
}

/** What compose.yaml sets: read-only root, memory for /tmp, a volume for the data, no capabilities. */
function mountReadOnly({ root, user }: Image): void {
  const [uid, gid] = user.split(':')
  run('mount', ['--bind', root, root])
  run('mount', ['-o', 'remount,bind,ro', root])
  for (const path of SYSTEM_MOUNTS) run('mount', ['--bind', path, join(root, path)])
  run('mount', ['-t', 'tmpfs', 'tmpfs', join(root, 'tmp')])
  run('mount', ['-t', 'tmpfs', '-o', `uid=${uid},gid=${gid},mode=0700`, 'tmpfs', join(root, 'var/lib/levro')])
}

function asUser(image: Image, words: readonly string[]): string[] {
  const [uid, gid] = image.user.split(':')
  const rights = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--no-new-privs']
  return inRoot(image, 'setpriv', ...rights, '--inh-caps=-all', '--bounding-set=-all', ...words)
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  await new Promise((closed) => server.close(closed))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

function require(isTrue: boolean, sentence: string): void {
  if (!isTrue) throw new Error(sentence)
  say(`ok: ${sentence}`)
}

async function startServer(image: Image): Promise<void> {
  const env = { PATH, ...image.environment, PORT: String(await freePort()), HOST: '127.0.0.1' }
  const isHealthy = () => spawnSync('chroot', asUser(image, image.health), { env }).status === 0
  require(!isHealthy(), 'the health check fails while no server runs')
  const started = performance.now()
  const server = spawn('chroot', asUser(image, image.command), { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (text) => (output += String(text)))
  const ended = new Promise<number | null>((end) => server.once('exit', end))
  try {
    while (!isHealthy()) {
      if (server.exitCode !== null || performance.now() - started > READY_WITHIN_MS)
        throw new Error(`not ready:\n${output}`)
      await delay(200)
    }
    say(`ok: the server is ready after ${seconds(started)}`)
    const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
    const field = (name: string) => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(status)?.[1] ?? ''
    require(field('Uid')
      .split(/\s+/)
      .every((id) => id === image.user.split(':')[0]), `it runs as user ${image.user}`)
    require(/^0+$/.test(field('CapEff') + field('CapBnd')), 'it has no capability')
    require(field('NoNewPrivs') === '1', 'it cannot get new ones')
    const page = await fetch(`http://127.0.0.1:${env.PORT}/`)
    require(page.status === 200 && (await page.text()).includes('<html lang='), 'it serves the home page')
    say(`memory: ${(Number.parseInt(field('VmRSS')) / 1024).toFixed(0)} MB resident`)
  } finally {
    server.kill('SIGTERM')
  }
  const asked = performance.now()
  require((await ended) === 0, 'it ends by SIGTERM with exit code 0')
  say(`shutdown: ${seconds(asked)}`)
}

async function check(folder: string, base: string): Promise<void> {
  const started = performance.now()
  if (!existsSync(base)) {
    makeBase(`${base}.part`)
    renameSync(`${base}.part`, base)
  }
  say(`base: ${sizeOf(base).toFixed(0)} MB (${seconds(started)})`)
  const stages = new Map<string, Image>()
  const described = parseDockerfile(readFileSync(join(ROOT, 'deploy/Dockerfile'), 'utf8'))
  let image: Image | undefined
  for (const [i, stage] of described.entries()) {
    image = build(stage, stages.get(stage.base)?.root ?? base, join(folder, `stage-${i}`), stages)
    if (stage.name !== undefined) stages.set(stage.name, image)
  }
  if (image === undefined) throw new Error('The Dockerfile has no stage.')
  const { root, workdir } = image
  const app = join(root, workdir)
  say(`image: ${sizeOf(root).toFixed(0)} MB, of which ${sizeOf(app).toFixed(0)} MB are Levro`)
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>
  }
  const found = Object.keys(lock.packages).filter(
    (path) => lock.packages[path]?.dev === true && existsSync(join(app, path)),
  )
  require(found.length ===
    0, `no package for builds and tests is in it${found.map((path) => ` ${path}`).join('')}`)
  mountReadOnly(image)
  const writes = (words: string[]) => spawnSync('chroot', words).status === 0
  require(!writes([root, 'touch', join(workdir, 'x')]), 'not even root can write to its files')
  require(writes(asUser(image, ['touch', '/var/lib/levro/x'])), 'its user can write to /var/lib/levro')
  await startServer(image)
  say(`done in ${seconds(started)}`)
}

if (process.argv.includes(MOUNTED)) {
  const [folder, base] = process.argv.slice(-2)
  await check(folder!, base!)
} else {
  if (process.getuid?.() !== 0) throw new Error('check:image mounts and changes roots: run it as root.')
  if (spawnSync('debootstrap', ['--version']).error !== undefined)
    installPackages('debootstrap', 'debootstrap')
  const folder = mkdtempSync(join(tmpdir(), 'levro-image-'))
  const base = process.argv[2] === undefined ? join(folder, 'base') : resolve(process.argv[2])
  // Mounts of their own, which end with the process.
  const args = [
    '--mount',
    '--propagation',
    'private',
    process.execPath,
    import.meta.filename,
    MOUNTED,
    folder,
    base,
  ]
  const { status } = spawnSync('unshare', args, { stdio: 'inherit' })
  rmSync(folder, { recursive: true, force: true })
  process.exitCode = status ?? 1
}
