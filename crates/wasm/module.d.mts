export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array<ArrayBuffer>;
}

export interface Row {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface Laboratory {
  ask(method: string, path: string, body?: string): Answer;
  give(name: string, bytes: Uint8Array): boolean;
  grow(): boolean;
  written(): Row | null;
  memory(): number;
}

export const NEEDS: 424;
export function open(
  compiled: WebAssembly.Module,
  tell?: (report: string) => void,
): Promise<Laboratory>;
export function needsOf(answer: Answer): string[];
