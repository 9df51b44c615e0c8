import { csrfHeaders } from '../session';

/**
 * Uploads an archive.
 * @param signedUrl the upload URL that publishing returned
 * @param onProgress called with the uploaded fraction, 0 to 1
 * @throws Error with a message for the user
 */
export async function upload(signedUrl: string, file: Blob, onProgress: (fraction: number) => void): Promise<void> {
  const { pathname, search } = new URL(signedUrl);
  const headers = await csrfHeaders();
  await new Promise<void>((resolve, reject) => {
    // `fetch` does not report the progress of uploads.
    const request = new XMLHttpRequest();
    // Sent to the host of this page, which may differ from the public URL that the signed URL begins with.
    request.open('PUT', pathname + search);
    request.setRequestHeader('Content-Type', 'application/zip');
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new Error('The upload failed. Try again.'));
    request.onload = () => {
      if (request.status < 300) resolve();
      else reject(new Error(messageIn(request.responseText) ?? `The upload failed with status ${request.status}.`));
    };
    request.send(file);
  });
}

function messageIn(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { readonly message?: string }).message;
  } catch {
    return undefined;
  }
}
